import { defineDocuments, defineLocations, presentationTool } from "sanity/presentation";
import { fixedAddress, type PageAddress } from "../content/addresses.ts";
import { languages, pageNames, path } from "../content/site.ts";
import { pageTitle, siteLanguages } from "../schema/fields/choices.ts";
import type { Say } from "../schema/say.ts";

/** The real pages with what is being written: each text and picture leads to its field, and each field to its pages. */
export function presentation(say: Say, siteOrigin: string) {
  const everywhere = {
    message: say({ es: "Se ven en todas las páginas.", en: "They’re shown on every page." }),
    tone: "positive" as const,
  };
  return presentationTool({
    name: "presentation",
    title: say({ es: "Vista previa", en: "Preview" }),
    allowOrigins: [siteOrigin],
    previewUrl: {
      initial: siteOrigin,
      previewMode: { enable: "/api/preview/enable", disable: "/api/preview/disable" },
    },
    resolve: {
      mainDocuments: defineDocuments([
        ...pageNames.flatMap((name) =>
          languages.map((language) => ({
            route: path(name, language),
            filter: `_type == "page" && name == "${name}"`,
          })),
        ),
        {
          route: "/:address+",
          // Also where a draft has moved it from: visitors have it there still.
          filter: `_type == "page" && ($address in [address.es, address.en] || $address in address.former)`,
          params: ({ path }) => ({ address: path.replace(/(.)\/$/, "$1") }),
        },
      ]),
      locations: {
        page: defineLocations({
          // Sanity takes a title for a text.
          select: { name: "name", words: `title.${say.language}`, es: "address.es", en: "address.en" },
          resolve: (found) => {
            const address: Partial<PageAddress> = fixedAddress(String(found?.name ?? "")) ?? {
              es: found?.es,
              en: found?.en,
            };
            const page = pageTitle({ name: found?.name, title: { [say.language]: found?.words } }, say);
            const locations = siteLanguages(say).flatMap(({ title, value }) => {
              const href = address[value];
              return href ? [{ title: `${page} (${title})`, href }] : [];
            });
            return { locations };
          },
        }),
        navigation: everywhere,
        siteSettings: everywhere,
      },
    },
  });
}

import { defineDocuments, defineLocations, presentationTool } from "sanity/presentation";
import { fixedAddress, isOwnAddress, type PageAddress } from "../content/addresses.ts";
import { languages, pageNames, path } from "../content/site.ts";
import { listLanguageChoices, toPageTitle } from "../schema/fields/choices.ts";
import type { LabelFn } from "../schema/labels.ts";

/**
 * Returns the filter for the page of editors at an address, or undefined at an address of the site itself. There the Studio
 * would warn of a missing document, for example at `/api/preview/enable`, where every preview starts.
 */
export function resolveOwnPage({ path }: { path: string }) {
  const address = path.replace(/(.)\/$/, "$1");
  if (isOwnAddress(address)) return undefined;
  // Includes former addresses: a draft may have moved the page, and visitors still see it there.
  const filter = '_type == "page" && ($address in [address.es, address.en] || $address in address.former)';
  return { filter, params: { address } };
}

/** Returns the preview tool. It shows the real pages with drafts, and links texts and pictures with their fields. */
export function presentation(say: LabelFn, siteOrigin: string) {
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
        { route: "/:address+", resolve: resolveOwnPage },
      ]),
      locations: {
        page: defineLocations({
          // The key is not `title`, because Sanity's preview store treats that key as display text.
          select: { name: "name", pageTitle: `title.${say.language}`, es: "address.es", en: "address.en" },
          resolve: (selection) => {
            const address: Partial<PageAddress> = fixedAddress(String(selection?.name ?? "")) ?? {
              es: selection?.es,
              en: selection?.en,
            };
            const page = toPageTitle(
              { name: selection?.name, title: { [say.language]: selection?.pageTitle } },
              say,
            );
            const locations = listLanguageChoices(say).flatMap(({ title, value }) => {
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

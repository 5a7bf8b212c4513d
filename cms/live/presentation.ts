import { defineDocuments, defineLocations, presentationTool } from "sanity/presentation";
import { languages, pageNames, path } from "../content/site.ts";
import { pages, siteLanguages } from "../schema/fields/choices.ts";
import type { Say } from "../schema/say.ts";

/** The real pages with what is being written: each text and picture leads to its field, and each field to its pages. */
export function presentation(say: Say, siteOrigin: string) {
  const titles = pages(say);
  return presentationTool({
    name: "presentation",
    title: say({ es: "Vista previa", en: "Preview" }),
    allowOrigins: [siteOrigin],
    previewUrl: {
      initial: siteOrigin,
      previewMode: { enable: "/api/preview/enable", disable: "/api/preview/disable" },
    },
    resolve: {
      mainDocuments: defineDocuments(
        pageNames.flatMap((name) =>
          languages.map((language) => ({
            route: path(name, language),
            filter: `_type == "page" && name == "${name}"`,
          })),
        ),
      ),
      locations: {
        page: defineLocations({
          select: { name: "name" },
          resolve: (found) => {
            const page = titles.find(({ value }) => value === found?.name);
            if (!page) return { locations: [] };
            const locations = siteLanguages(say).map(({ title, value }) => ({
              title: `${page.title} (${title})`,
              href: path(page.value, value),
            }));
            return { locations };
          },
        }),
        siteSettings: {
          message: say({ es: "Se ven en todas las páginas.", en: "They are shown on every page." }),
          tone: "positive",
        },
      },
    },
  });
}

import type { InBothLanguages } from "../content/languages.ts";
import { pages } from "./fields/choices.ts";
import type { Say } from "./say.ts";

type Page = { name?: string | null | undefined; title?: Partial<InBothLanguages> | null | undefined };

/** What editors call a page: by its place on the site, or by its title where editors made it. */
export function pageTitle({ name, title }: Page, say: Say): string {
  const fixed = pages(say).find(({ value }) => value === name)?.title;
  return fixed ?? (title?.[say.language] || say({ es: "Página sin título", en: "Page without a title" }));
}

/** What editors call the documents of which there is one each. */
export const singleTitles = (say: Say) => ({
  siteSettings: say({ es: "Datos de la empresa", en: "Company details" }),
  navigation: say({ es: "Menú y pie de página", en: "Menu and footer" }),
});

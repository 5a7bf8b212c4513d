import { defineField } from "sanity";
import type { InEveryLanguage } from "../../content/languages.ts";
import { formNames as en } from "../../content/names/en.ts";
import { formNames as es } from "../../content/names/es.ts";
import { type Language, languages, type PageName, pageNames } from "../../content/site.ts";
import type { FieldLabels, Label, LabelFn } from "../labels.ts";

type ChoiceOptions = FieldLabels & { initialValue?: string; layout?: "radio" | "dropdown" };

/** Returns the field for a required choice. */
export const choiceField = (
  list: { title: Label; value: string }[],
  name: string,
  { layout = "radio", ...field }: ChoiceOptions,
) =>
  defineField({
    ...field,
    name,
    type: "string",
    options: { list, layout },
    validation: (rule) => rule.required(),
  });

/** Returns a name of the contact form for editors. */
const sayName = (say: LabelFn, id: keyof typeof es): Label => say({ es: es[id], en: en[id] });

const pageTitles = (say: LabelFn): Record<PageName, Label> => ({
  home: say({ es: "Inicio", en: "Home" }),
  reputation: sayName(say, "contact.service.reputation"),
  "web-development": sayName(say, "contact.service.web-development"),
  "technical-support": sayName(say, "contact.service.technical-support"),
  "digital-marketing": sayName(say, "contact.service.digital-marketing"),
  "seo-consulting": sayName(say, "contact.service.seo-consulting"),
  cctv: sayName(say, "contact.service.cctv"),
  contact: say({ es: "Contacto", en: "Contact" }),
  privacy: say({ es: "Privacidad", en: "Privacy" }),
});

/** Returns the fixed pages whose copy is in the CMS, in the order of the sitemap, with their titles for editors. */
export function listPageChoices(say: LabelFn) {
  const titles = pageTitles(say);
  return pageNames.map((value) => ({ title: titles[value], value }));
}

/** Returns the contacts of the company that a link or a card can open. */
export const listContactChoices = (say: LabelFn) => [
  { title: say({ es: "Correo", en: "Email" }), value: "mail" },
  { title: say({ es: "Llamada", en: "Phone call" }), value: "tel" },
  { title: say({ es: "WhatsApp", en: "WhatsApp" }), value: "whatsapp" },
  { title: say({ es: "Instagram", en: "Instagram" }), value: "instagram" },
];

const languageTitles = (say: LabelFn): Record<Language, Label> => ({
  es: say({ es: "Español", en: "Spanish" }),
  en: say({ es: "Inglés", en: "English" }),
});

/** Returns the languages of the site with their titles. */
export function listLanguageChoices(say: LabelFn) {
  const titles = languageTitles(say);
  return languages.map((value) => ({ title: titles[value], value }));
}

/** Returns the name of a language for use within a sentence. Spanish names are lowercase. */
export const toLanguageName = (language: Language, say: LabelFn): string => {
  const title = languageTitles(say)[language];
  return say({ es: title.toLowerCase(), en: title });
};

type TitledPage = { name?: string | null | undefined; title?: Partial<InEveryLanguage> | null | undefined };

/** Returns the title of a page for editors: the fixed title, or the title that editors wrote. */
export function toPageTitle({ name, title }: TitledPage, say: LabelFn): string {
  const fixed = listPageChoices(say).find(({ value }) => value === name)?.title;
  return fixed ?? (title?.[say.language] || say({ es: "Página sin título", en: "Page without a title" }));
}

/** Returns the names, for editors, of the documents that exist exactly once. */
export const singleTitles = (say: LabelFn) => ({
  siteSettings: say({ es: "Datos de la empresa", en: "Company details" }),
  navigation: say({ es: "Menú y pie de página", en: "Menu and footer" }),
});

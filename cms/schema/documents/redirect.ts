import { defineField, defineType } from "sanity";
import { toOldAddressKey } from "../../content/old-address.ts";
import { defaultLanguage } from "../../content/site.ts";
import { choiceField, listLanguageChoices } from "../fields/choices.ts";
import { isFreeAddress } from "../fields/free-address.ts";
import type { LabelFn } from "../labels.ts";

export const redirect = (say: LabelFn) =>
  defineType({
    name: "redirect",
    title: say({ es: "Redirección", en: "Redirect" }),
    type: "document",
    description: say({
      es: "Una dirección antigua del sitio y la página a la que lleva de ahora en adelante.",
      en: "An old address of the site, and the page it leads to from now on.",
    }),
    fields: [
      defineField({
        name: "from",
        title: say({ es: "Dirección antigua", en: "Old address" }),
        type: "string",
        description: say({
          es: "La parte después del dominio, por ejemplo /servicios/cctv. No importa si lleva el dominio, mayúsculas, tildes o una barra al final.",
          en: "The part after the domain, for example /servicios/cctv. A domain, capitals, accents and a trailing slash make no difference.",
        }),
        validation: (rule) =>
          rule
            .required()
            .max(200)
            .custom(
              (value) =>
                !value ||
                toOldAddressKey(value) !== null ||
                say({
                  es: "Escribe una dirección del sitio, como /servicios/cctv.",
                  en: "Write an address within the site, such as /servicios/cctv.",
                }),
            )
            .custom(isFreeAddress(say)),
      }),
      defineField({
        name: "to",
        title: say({ es: "Página", en: "Page" }),
        type: "reference",
        to: [{ type: "page" }],
        options: { disableNew: true },
        description: say({ es: "La página que se abre en su lugar.", en: "The page that opens instead." }),
        validation: (rule) => rule.required(),
      }),
      choiceField(listLanguageChoices(say), "language", {
        title: say({ es: "Idioma", en: "Language" }),
        description: say({
          es: "El idioma en que se abre la página.",
          en: "The language in which the page opens.",
        }),
        initialValue: defaultLanguage,
      }),
    ],
    preview: { select: { title: "from", subtitle: `to.title.${say.language}` } },
  });

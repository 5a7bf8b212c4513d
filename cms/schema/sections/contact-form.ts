import { defineField } from "sanity";
import { requiredText } from "../fields/lengths.ts";
import { section } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

export const contactForm = (say: LabelFn) =>
  section(say, {
    name: "contactForm",
    position: 70,
    group: "contact",
    title: say({ es: "Formulario de contacto", en: "Contact form" }),
    description: say({
      es: "El formulario que envía un mensaje al buzón de la empresa, con su aviso de privacidad.",
      en: "The form that sends a message to the company's inbox, with its privacy notice.",
    }),
    fields: [
      defineField({
        name: "notice",
        title: say({ es: "Aviso de privacidad", en: "Privacy notice" }),
        type: "localeText",
        description: say({
          es: "Qué pasa con lo que escribe el visitante, en una o dos frases sencillas.",
          en: "What happens with what the visitor writes, in one or two plain sentences.",
        }),
        ...requiredText({ maximum: 320 }, say),
      }),
      defineField({
        name: "noticeLabel",
        title: say({ es: "Texto del enlace de privacidad", en: "Privacy link text" }),
        type: "localeString",
        description: say({
          es: "El texto después del aviso que abre la página de privacidad.",
          en: "The text after the notice that opens the privacy page.",
        }),
        ...requiredText({ comfortable: 40, maximum: 60 }, say),
      }),
      defineField({
        name: "noticeLink",
        title: say({ es: "Enlace de privacidad", en: "Privacy link" }),
        type: "link",
        description: say({ es: "La página de privacidad.", en: "The privacy page." }),
        validation: (rule) => rule.required(),
      }),
    ],
  });

import { defineField, defineType } from "sanity";
import { headline } from "../fields/headline.ts";
import { atMost } from "../fields/lengths.ts";
import { placement } from "../fields/placement.ts";

export const contactForm = defineType({
  name: "contactForm",
  title: "Formulario de contacto · Contact form",
  type: "object",
  description: "The form that sends a message to the company's inbox, with its privacy notice.",
  fields: [
    ...placement,
    ...headline,
    defineField({
      name: "notice",
      title: "Aviso de privacidad · Privacy notice",
      type: "localeText",
      description: "What happens with what the visitor writes, in one or two plain sentences.",
      validation: (rule) => rule.required().custom(atMost(320)),
    }),
    defineField({
      name: "noticeLabel",
      title: "Palabras del enlace de privacidad · Words of the privacy link",
      type: "localeString",
      description: "The words after the notice that open the privacy page.",
      validation: (rule) => rule.required().custom(atMost(60)),
    }),
    defineField({
      name: "noticeLink",
      title: "Enlace de privacidad · Privacy link",
      type: "link",
      description: "The privacy page.",
      validation: (rule) => rule.required(),
    }),
  ],
  preview: { select: { title: "title.es", subtitle: "title.en" } },
});

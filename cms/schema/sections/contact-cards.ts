import { defineArrayMember, defineField, defineType } from "sanity";
import { headline } from "../fields/headline.ts";
import { atMost } from "../fields/lengths.ts";
import { placement } from "../fields/placement.ts";

export const contactCards = defineType({
  name: "contactCards",
  title: "Tarjetas de contacto · Contact cards",
  type: "object",
  description: "The ways to reach the company. Addresses and numbers come from the site settings.",
  fields: [
    ...placement,
    ...headline,
    defineField({
      name: "cards",
      title: "Tarjetas · Cards",
      type: "array",
      description: "One card a contact, in the order in which they are shown.",
      of: [
        defineArrayMember({
          name: "contactCard",
          title: "Tarjeta · Card",
          type: "object",
          description: "One way to reach the company.",
          fields: [
            defineField({
              name: "kind",
              title: "Contacto · Contact",
              type: "string",
              description: "Which of the company's contacts the card opens.",
              options: {
                list: [
                  { title: "Correo · E-mail", value: "mail" },
                  { title: "Llamada · Phone call", value: "tel" },
                  { title: "WhatsApp", value: "whatsapp" },
                  { title: "Instagram", value: "instagram" },
                ],
                layout: "radio",
              },
              validation: (rule) => rule.required(),
            }),
            defineField({
              name: "title",
              title: "Nombre · Name",
              type: "localeString",
              description: "For example Correo electrónico.",
              validation: (rule) => rule.required().custom(atMost(40)),
            }),
            defineField({
              name: "text",
              title: "Cuándo usarlo · When to use it",
              type: "localeText",
              description: "One sentence: what this way is good for.",
              validation: (rule) => rule.required().custom(atMost(160)),
            }),
          ],
          preview: { select: { title: "title.es", subtitle: "kind" } },
        }),
      ],
      validation: (rule) => rule.required().min(1).max(4),
    }),
    defineField({
      name: "action",
      title: "Botón · Button",
      type: "action",
      description: "Optional: what to do if none of the cards is chosen.",
    }),
  ],
  preview: { select: { title: "title.es", subtitle: "title.en" } },
});

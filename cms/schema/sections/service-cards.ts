import { defineArrayMember, defineField, defineType } from "sanity";
import { headline } from "../fields/headline.ts";
import { atMost } from "../fields/lengths.ts";
import { placement } from "../fields/placement.ts";

export const serviceCards = defineType({
  name: "serviceCards",
  title: "Tarjetas de servicios · Service cards",
  type: "object",
  description: "The services at a glance; each card opens the page of its service.",
  fields: [
    ...placement,
    ...headline,
    defineField({
      name: "cards",
      title: "Tarjetas · Cards",
      type: "array",
      description: "One card a service, the most asked-for first.",
      of: [
        defineArrayMember({
          name: "serviceCard",
          title: "Tarjeta · Card",
          type: "object",
          description: "One service.",
          fields: [
            defineField({
              name: "title",
              title: "Servicio · Service",
              type: "localeString",
              description: "The service's name.",
              validation: (rule) => rule.required().custom(atMost(50)),
            }),
            defineField({
              name: "text",
              title: "Qué hace por el cliente · What it does for the client",
              type: "localeText",
              description: "One or two sentences.",
              validation: (rule) => rule.required().custom(atMost(220)),
            }),
            defineField({
              name: "picture",
              title: "Imagen · Picture",
              type: "picture",
              description: "Optional: a picture of the service.",
            }),
            defineField({
              name: "link",
              title: "Enlace · Link",
              type: "link",
              description: "The page of the service.",
              validation: (rule) => rule.required(),
            }),
          ],
          preview: { select: { title: "title.es", subtitle: "title.en", media: "picture" } },
        }),
      ],
      validation: (rule) => rule.required().min(1).max(9),
    }),
  ],
  preview: { select: { title: "title.es", subtitle: "title.en" } },
});

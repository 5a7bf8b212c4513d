import { defineArrayMember, defineField, defineType } from "sanity";
import { headline } from "../fields/headline.ts";
import { atMost } from "../fields/lengths.ts";
import { placement } from "../fields/placement.ts";

export const gallery = defineType({
  name: "gallery",
  title: "Galería · Gallery",
  type: "object",
  description: "Pictures with a caption each; the first one is shown the largest.",
  fields: [
    ...placement,
    ...headline,
    defineField({
      name: "items",
      title: "Imágenes · Pictures",
      type: "array",
      description: "Two to six pictures.",
      of: [
        defineArrayMember({
          name: "galleryPicture",
          title: "Imagen · Picture",
          type: "object",
          description: "A picture and the words under it.",
          fields: [
            defineField({
              name: "picture",
              title: "Imagen · Picture",
              type: "picture",
              description: "The picture itself, with its description and focal point.",
              validation: (rule) => rule.required(),
            }),
            defineField({
              name: "caption",
              title: "Pie · Caption",
              type: "localeString",
              description: "What the visitor should notice, in one line.",
              validation: (rule) => rule.required().custom(atMost(90)),
            }),
          ],
          preview: { select: { title: "caption.es", subtitle: "caption.en", media: "picture" } },
        }),
      ],
      validation: (rule) => rule.required().min(2).max(6),
    }),
  ],
  preview: { select: { title: "title.es", subtitle: "title.en" } },
});

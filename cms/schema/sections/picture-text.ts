import { defineArrayMember, defineField, defineType } from "sanity";
import { headline } from "../fields/headline.ts";
import { placement } from "../fields/placement.ts";

export const pictureText = defineType({
  name: "pictureText",
  title: "Imagen con texto · Picture with text",
  type: "object",
  description: "A large picture beside a headline, and cards that go into detail.",
  fields: [
    ...placement,
    ...headline,
    defineField({
      name: "picture",
      title: "Imagen · Picture",
      type: "picture",
      description: "The large picture.",
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: "items",
      title: "Tarjetas · Cards",
      type: "array",
      of: [defineArrayMember({ type: "feature" })],
      description: "Optional: what the picture stands for, point by point.",
      validation: (rule) => rule.max(6),
    }),
  ],
  preview: { select: { title: "title.es", subtitle: "title.en", media: "picture" } },
});

import { defineArrayMember, defineField, defineType } from "sanity";
import { headline } from "../fields/headline.ts";
import { placement } from "../fields/placement.ts";

export const callToAction = defineType({
  name: "callToAction",
  title: "Llamado a la acción · Call to action",
  type: "object",
  description: "The end of a page: one sentence of why, and the button to act on it.",
  fields: [
    ...placement,
    ...headline,
    defineField({
      name: "actions",
      title: "Botones · Buttons",
      type: "array",
      of: [defineArrayMember({ type: "action" })],
      description: "One or two, and only one of them in the accent.",
      validation: (rule) => rule.required().min(1).max(2),
    }),
  ],
  preview: { select: { title: "title.es", subtitle: "title.en" } },
});

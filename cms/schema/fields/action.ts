import { defineField, defineType } from "sanity";
import { atMost } from "./lengths.ts";

export const action = defineType({
  name: "action",
  title: "Botón · Button",
  type: "object",
  description: "A button that leads somewhere.",
  fields: [
    defineField({
      name: "label",
      title: "Palabras del botón · Words on the button",
      type: "localeString",
      description: "Says what happens: “Agenda una reunión”, not “Clic aquí”.",
      validation: (rule) => rule.required().custom(atMost(40)),
    }),
    defineField({
      name: "link",
      title: "Enlace · Link",
      type: "link",
      description: "Where the button leads.",
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: "tone",
      title: "Peso · Weight",
      type: "string",
      description: "Accent for the one thing to do next; quiet for any other button beside it.",
      options: {
        list: [
          { title: "Principal · Accent", value: "accent" },
          { title: "Discreto · Quiet", value: "quiet" },
        ],
        layout: "radio",
      },
      initialValue: "accent",
      validation: (rule) => rule.required(),
    }),
  ],
  preview: { select: { title: "label.es", subtitle: "label.en" } },
});

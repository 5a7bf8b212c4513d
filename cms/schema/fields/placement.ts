import { defineField } from "sanity";
import { atMost } from "./lengths.ts";

/** The fields that every section starts with: how it is linked to and found on its page. */
export const placement = [
  defineField({
    name: "anchor",
    title: "Ancla · Anchor",
    type: "string",
    description:
      "Optional: a short name that links can scroll to, the same in both languages, for example contacto.",
    validation: (rule) => rule.regex(/^[a-z][a-z0-9-]*$/, { name: "lowercase name" }).max(40),
  }),
  defineField({
    name: "navigationLabel",
    title: "Nombre en el menú de la página · Name in the page's own menu",
    type: "localeString",
    description: "Optional: lists the section in the menu of its page. The section needs an anchor then.",
    validation: (rule) =>
      rule
        .custom(atMost(24))
        .custom(
          (value, { parent }) =>
            !value || Boolean((parent as { anchor?: string }).anchor) || "Give the section an anchor too.",
        ),
  }),
];

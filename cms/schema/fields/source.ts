import { defineField } from "sanity";
import type { Said, Say } from "../say.ts";

/** Where proof comes from, which is written down for the company itself: no query reads it. */
export const source = (say: Say, description: Said) =>
  defineField({
    name: "source",
    title: say({ es: "Fuente y permiso", en: "Source and permission" }),
    type: "string",
    description,
    validation: (rule) => rule.required().max(200),
  });

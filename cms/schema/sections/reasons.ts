import { defineArrayMember, defineField } from "sanity";
import { section } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

export const reasons = (say: LabelFn) =>
  section(say, {
    name: "reasons",
    position: 100,
    group: "trust",
    title: say({ es: "Por qué elegirnos", en: "Why choose us" }),
    description: say({
      es: "Por qué esta empresa y no otra; dicho, no enumerado.",
      en: "Why this company and not another; said, not listed.",
    }),
    fields: [
      defineField({
        name: "items",
        title: say({ es: "Razones", en: "Reasons" }),
        type: "array",
        of: [defineArrayMember({ type: "feature" })],
        description: say({ es: "Tres o cuatro se leen mejor.", en: "Three or four read best." }),
        validation: (rule) => rule.required().min(1).max(6),
      }),
    ],
  });

import { defineField } from "sanity";
import { atMost } from "./lengths.ts";

/** A section's headline and the optional paragraph under it. */
export const headline = [
  defineField({
    name: "title",
    title: "Titular · Headline",
    type: "localeString",
    description: "The section's headline: what the reader gets, in one line.",
    validation: (rule) => rule.required().custom(atMost(80)),
  }),
  defineField({
    name: "text",
    title: "Introducción · Introduction",
    type: "localeText",
    description: "Optional: one or two sentences under the headline.",
    validation: (rule) => rule.custom(atMost(320)),
  }),
];

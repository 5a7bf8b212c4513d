import { defineArrayMember, defineField, defineType } from "sanity";
import { FigureInput, OwnSectionInput } from "../fields/chosen.ts";
import { isFigure, isOwnSection } from "../fields/existing.ts";
import { headline } from "../fields/headline.ts";
import { atMost } from "../fields/lengths.ts";
import { placement } from "../fields/placement.ts";

const atMostOnePopular = (plans: unknown) =>
  ((plans ?? []) as { popular?: boolean }[]).filter(({ popular }) => popular).length <= 1 ||
  "Only one plan can be the most popular.";

export const plans = defineType({
  name: "plans",
  title: "Planes · Plans",
  type: "object",
  description: "Two or three plans beside each other, one of which may be marked as the most popular.",
  fields: [
    ...placement,
    ...headline,
    defineField({
      name: "plans",
      title: "Planes · Plans",
      type: "array",
      description: "From the smallest to the largest.",
      of: [
        defineArrayMember({
          name: "plan",
          title: "Plan",
          type: "object",
          description: "One plan: whom it is for and what it includes.",
          fields: [
            defineField({
              name: "name",
              title: "Nombre · Name",
              type: "localeString",
              description: "For example TI Básico.",
              validation: (rule) => rule.required().custom(atMost(30)),
            }),
            defineField({
              name: "text",
              title: "Descripción · Description",
              type: "localeText",
              description: "Whom the plan suits, in one sentence.",
              validation: (rule) => rule.required().custom(atMost(160)),
            }),
            defineField({
              name: "response",
              title: "Tiempo de respuesta · Response time",
              type: "string",
              description: "The figure of the site settings that says in how many hours somebody answers.",
              components: { input: FigureInput },
              validation: (rule) => rule.required().custom(isFigure),
            }),
            defineField({
              name: "features",
              title: "Qué incluye · What it includes",
              type: "array",
              of: [defineArrayMember({ type: "localeString" })],
              description: "A few words each.",
              validation: (rule) => rule.required().min(1).max(10),
            }),
            defineField({
              name: "popular",
              title: "El más popular · Most popular",
              type: "boolean",
              description: "Marks the plan; one of them at most.",
              initialValue: false,
            }),
            defineField({
              name: "button",
              title: "Botón · Button",
              type: "localeString",
              description: "The words of the button that selects the plan, for example Elegir TI Básico.",
              validation: (rule) => rule.required().custom(atMost(40)),
            }),
          ],
          preview: { select: { title: "name.es", subtitle: "name.en" } },
        }),
      ],
      validation: (rule) => rule.required().min(2).max(3).custom(atMostOnePopular),
    }),
    defineField({
      name: "popularLabel",
      title: "Marca del más popular · Mark of the most popular",
      type: "localeString",
      description: "The words on the plan that is marked, for example Más popular.",
      validation: (rule) => rule.required().custom(atMost(24)),
    }),
    defineField({
      name: "contactSection",
      title: "Sección de contacto · Contact section",
      type: "string",
      description: "The section of this page that the plans' buttons scroll to.",
      components: { input: OwnSectionInput },
      validation: (rule) => rule.required().custom(isOwnSection),
    }),
  ],
  preview: { select: { title: "title.es", subtitle: "title.en" } },
});

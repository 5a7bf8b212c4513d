import { defineArrayMember, defineField } from "sanity";
import { arrayField } from "../fields/array.ts";
import { OwnSectionInput } from "../fields/choice-inputs.ts";
import { chosenFigure } from "../fields/figure.ts";
import { optionalText, requiredLine, requiredParagraph } from "../fields/lengths.ts";
import { isOwnSection } from "../fields/reference-rules.ts";
import { section } from "../fields/section.ts";
import { type LabelFn, toBilingualPreview } from "../labels.ts";

const atMostOnePopular = (say: LabelFn) => (plans: unknown) =>
  ((plans ?? []) as { popular?: boolean }[]).filter(({ popular }) => popular).length <= 1 ||
  say({ es: "Solo un plan puede ser el más popular.", en: "Only one plan can be the most popular." });

/** Returns the fields for the offer of a plan: price, response time, features, and whether it is the most popular. */
const offerFields = (say: LabelFn) => [
  defineField({
    name: "price",
    title: say({ es: "Precio desde", en: "Price from" }),
    type: "price",
    description: say({
      es: "Opcional: desde cuánto cuesta el plan con lo que incluye.",
      en: "Optional: the plan’s starting price, with what it includes.",
    }),
  }),
  chosenFigure(say, "response", {
    title: say({ es: "Tiempo de respuesta", en: "Response time" }),
    description: say({
      es: "La cifra de los datos de la empresa que dice en cuántas horas alguien responde.",
      en: "The figure of the company details that says within how many hours someone answers.",
    }),
  }),
  arrayField({ minimum: 1, maximum: 10 }, "features", {
    title: say({ es: "Qué incluye", en: "What it includes" }),
    of: [
      defineArrayMember({
        type: "localeString",
        ...optionalText({ comfortable: 40, maximum: 60 }, say),
      }),
    ],
    description: say({ es: "Unas pocas palabras por línea.", en: "A few words each." }),
  }),
  defineField({
    name: "popular",
    title: say({ es: "El más popular", en: "Most popular" }),
    type: "boolean",
    description: say({
      es: "Destaca el plan; uno solo como máximo.",
      en: "Highlights the plan; one at most.",
    }),
    initialValue: false,
  }),
];

const plan = (say: LabelFn) =>
  defineArrayMember({
    name: "plan",
    title: say({ es: "Plan", en: "Plan" }),
    type: "object",
    fields: [
      requiredLine({ comfortable: 20, maximum: 30, word: 14 }, say, "name", {
        title: say({ es: "Nombre", en: "Name" }),
        description: say({ es: "Por ejemplo TI Básico.", en: "For example Basic IT." }),
      }),
      requiredParagraph({ comfortable: 100, maximum: 160 }, say, "text", {
        title: say({ es: "Descripción", en: "Description" }),
        description: say({
          es: "A quién le conviene el plan, en una frase.",
          en: "Who the plan suits, in one sentence.",
        }),
      }),
      ...offerFields(say),
      requiredLine({ maximum: 40 }, say, "button", {
        title: say({ es: "Botón", en: "Button" }),
        description: say({
          es: "El texto del botón que elige el plan, por ejemplo Elegir TI Básico.",
          en: "The text of the button that selects the plan, for example Select Basic IT.",
        }),
      }),
    ],
    preview: { select: toBilingualPreview("name", say) },
  });

export const plans = section((say) => ({
  name: "plans",
  position: 120,
  group: "offer",
  title: say({ es: "Planes", en: "Plans" }),
  fields: [
    arrayField({ minimum: 2, maximum: 3 }, "plans", {
      title: say({ es: "Planes", en: "Plans" }),
      description: say({ es: "Del más pequeño al más grande.", en: "From the smallest to the largest." }),
      of: [plan(say)],
      checks: [atMostOnePopular(say)],
    }),
    requiredLine({ maximum: 24 }, say, "popularLabel", {
      title: say({ es: "Etiqueta del más popular", en: "Label for the most popular" }),
      description: say({
        es: "El texto sobre el plan destacado, por ejemplo Más popular.",
        en: "The text on the marked plan, for example Most popular.",
      }),
    }),
    defineField({
      name: "contactSection",
      title: say({ es: "Sección de contacto", en: "Contact section" }),
      type: "string",
      description: say({
        es: "La sección de esta página a la que llevan los botones de los planes.",
        en: "The section of this page that the plans’ buttons scroll to.",
      }),
      components: { input: OwnSectionInput },
      validation: (rule) => rule.required().custom(isOwnSection(say)),
    }),
  ],
}));

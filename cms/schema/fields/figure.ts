import { defineField, defineType } from "sanity";
import { isMeasuredKey } from "../../content/measured-figures.ts";
import type { FieldLabels, LabelFn } from "../labels.ts";
import { CompanyFigureInput, FigureInput } from "./choice-inputs.ts";
import { requiredField, requiredLine } from "./lengths.ts";
import { figureExists } from "./reference-rules.ts";

const keyField = (say: LabelFn) =>
  defineField({
    name: "key",
    title: say({ es: "Nombre", en: "Name" }),
    type: "string",
    description: say({
      es: "Cómo nombran la cifra los textos y las secciones, por ejemplo clients: un texto la muestra donde dice {clients}.",
      en: "How texts and sections name the figure, for example clients: a text shows it where it says {clients}.",
    }),
    validation: (rule) =>
      rule
        .required()
        .custom(
          (value) =>
            !value ||
            /^[a-z][a-z0-9-]*$/.test(value) ||
            say({
              es: "Solo minúsculas, números y guiones, por ejemplo clients.",
              en: "Lowercase letters, digits and hyphens only, for example clients.",
            }),
        )
        .custom(
          (value) =>
            !isMeasuredKey(value ?? "") ||
            say({
              es: `«${value}» es una cifra que se mide en este sitio. Usa otro nombre.`,
              en: `“${value}” is a figure measured at this site. Use another name.`,
            }),
        ),
  });

export const figure = (say: LabelFn) =>
  defineType({
    name: "figure",
    title: say({ es: "Cifra", en: "Figure" }),
    type: "object",
    fields: [
      keyField(say),
      requiredField("string", "value", {
        title: say({ es: "Valor", en: "Value" }),
        description: say({
          es: "Tal como lo leen los visitantes, por ejemplo 80+ o 24/7.",
          en: "As visitors read it, for example 80+ or 24/7.",
        }),
        maximum: 12,
      }),
      requiredLine({ comfortable: 55, maximum: 60 }, say, "label", {
        title: say({ es: "Etiqueta", en: "Label" }),
        description: say({
          es: "Qué se cuenta, tal como acompaña al valor; otras cifras se pueden nombrar entre llaves.",
          en: "What is counted, as shown next to the value; other figures may be named in braces.",
        }),
      }),
      requiredField("string", "source", {
        title: say({ es: "Fuente", en: "Source" }),
        description: say({
          es: "Quién la contó y cómo, para que cualquiera la pueda comprobar. Los visitantes no la ven.",
          en: "Who counted it and how, so that anyone can check it. Not shown to visitors.",
        }),
      }),
      requiredField("date", "asOf", {
        title: say({ es: "Fecha", en: "As of" }),
        description: say({
          es: "El día en que la cifra era cierta. Los visitantes no la ven.",
          en: "The day the figure was true. Not shown to visitors.",
        }),
      }),
    ],
    preview: { select: { title: "value", subtitle: `label.${say.language}` } },
  });

type FigureOptions = FieldLabels & {
  /** Whether editors can also choose a figure that the benchmark measures at this site. */
  hasMeasuredFigures?: boolean;
};

/** Defines the choice of one of the company's figures, by its key. */
export const chosenFigure = (
  say: LabelFn,
  name: string,
  { hasMeasuredFigures = false, ...labels }: FigureOptions,
) =>
  defineField({
    name,
    ...labels,
    type: "string",
    components: { input: hasMeasuredFigures ? FigureInput : CompanyFigureInput },
    validation: (rule) =>
      rule.required().custom(async (key: string | undefined, context) => {
        return (hasMeasuredFigures && isMeasuredKey(key ?? "")) || figureExists(say)(key, context);
      }),
  });

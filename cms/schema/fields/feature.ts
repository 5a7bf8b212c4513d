import { defineField, defineType } from "sanity";
import { type LabelFn, toBilingualPreview } from "../labels.ts";
import { optionalText, requiredText } from "./lengths.ts";

export const feature = (say: LabelFn) =>
  defineType({
    name: "feature",
    title: say({ es: "Elemento", en: "Item" }),
    type: "object",
    description: say({
      es: "Un elemento de una lista: su nombre y qué hace por el cliente.",
      en: "One thing of a list: its name, and what it does for the client.",
    }),
    fields: [
      defineField({
        name: "title",
        title: say({ es: "Nombre", en: "Name" }),
        type: "localeString",
        description: say({ es: "Unas pocas palabras.", en: "A few words." }),
        ...requiredText({ comfortable: 40, maximum: 60 }, say),
      }),
      defineField({
        name: "text",
        title: say({ es: "Explicación", en: "Explanation" }),
        type: "localeText",
        description: say({ es: "Opcional: una o dos frases.", en: "Optional: one or two sentences." }),
        ...optionalText({ maximum: 320 }, say),
      }),
    ],
    preview: { select: toBilingualPreview("title", say) },
  });

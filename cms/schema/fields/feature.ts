import { defineType } from "sanity";
import { type LabelFn, toBilingualPreview } from "../labels.ts";
import { optionalParagraph, requiredLine } from "./lengths.ts";

export const feature = (say: LabelFn) =>
  defineType({
    name: "feature",
    title: say({ es: "Elemento", en: "Item" }),
    type: "object",
    fields: [
      requiredLine({ comfortable: 40, maximum: 60 }, say, "title", {
        title: say({ es: "Nombre", en: "Name" }),
        description: say({ es: "Unas pocas palabras.", en: "A few words." }),
      }),
      optionalParagraph({ maximum: 320 }, say, "text", {
        title: say({ es: "Explicación", en: "Explanation" }),
        description: say({ es: "Opcional: una o dos frases.", en: "Optional: one or two sentences." }),
      }),
    ],
    preview: { select: toBilingualPreview("title", say) },
  });

import { defineArrayMember, defineField } from "sanity";
import { section } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

export const featureGrid = (say: LabelFn) =>
  section(say, {
    name: "featureGrid",
    position: 80,
    group: "offer",
    title: say({ es: "Servicios", en: "Features" }),
    description: say({
      es: "En qué consiste un servicio o producto, cada cosa con su explicación.",
      en: "What a service or product consists of, each thing with its explanation.",
    }),
    fields: [
      defineField({
        name: "items",
        title: say({ es: "Elementos", en: "Items" }),
        type: "array",
        of: [defineArrayMember({ type: "feature" })],
        description: say({
          es: "Los elementos en el orden en que se muestran.",
          en: "The items in the order in which they are shown.",
        }),
        validation: (rule) => rule.required().min(1).max(12),
      }),
    ],
  });

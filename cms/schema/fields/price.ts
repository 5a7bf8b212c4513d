import { defineField, defineType } from "sanity";
import type { LabelFn } from "../labels.ts";
import { choiceField } from "./choices.ts";

const currencies = (say: LabelFn) => [
  { title: say({ es: "Colones", en: "Colones (CRC)" }), value: "CRC" },
  { title: say({ es: "Dólares", en: "US dollars" }), value: "USD" },
];

const periods = (say: LabelFn) => [
  { title: say({ es: "Al mes", en: "Per month" }), value: "month" },
  { title: say({ es: "Una sola vez", en: "Once" }), value: "once" },
];

export const price = (say: LabelFn) =>
  defineType({
    name: "price",
    title: say({ es: "Precio desde", en: "Price from" }),
    type: "object",
    fields: [
      defineField({
        name: "amount",
        title: say({ es: "Monto", en: "Amount" }),
        type: "number",
        description: say({
          es: "El precio final, con impuestos, sin puntos ni símbolos.",
          en: "The final price, taxes included, without separators or symbols.",
        }),
        validation: (rule) => rule.required().integer().min(1).max(99_999_999),
      }),
      // A dropdown can be cleared, radio buttons cannot.
      choiceField(currencies(say), "currency", {
        title: say({ es: "Moneda", en: "Currency" }),
        description: say({ es: "En qué moneda se cobra.", en: "The currency it’s charged in." }),
        layout: "dropdown",
      }),
      choiceField(periods(say), "per", {
        title: say({ es: "Cada cuánto", en: "How often" }),
        description: say({ es: "Cada cuánto se paga.", en: "How often it’s paid." }),
        layout: "dropdown",
      }),
    ],
  });

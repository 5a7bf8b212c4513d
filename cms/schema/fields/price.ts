import { defineField, defineType } from "sanity";
import type { Label, LabelFn } from "../labels.ts";

const currencies = (say: LabelFn) => [
  { title: say({ es: "Colones", en: "Colones (CRC)" }), value: "CRC" },
  { title: say({ es: "Dólares", en: "US dollars" }), value: "USD" },
];

const periods = (say: LabelFn) => [
  { title: say({ es: "Al mes", en: "Per month" }), value: "month" },
  { title: say({ es: "Una sola vez", en: "Once" }), value: "once" },
];

const choice = (name: string, title: Label, description: Label, list: { title: Label; value: string }[]) =>
  defineField({
    name,
    title,
    description,
    type: "string",
    // A dropdown can be cleared, radio buttons cannot.
    options: { list, layout: "dropdown" as const },
    validation: (rule) => rule.required(),
  });

export const price = (say: LabelFn) =>
  defineType({
    name: "price",
    title: say({ es: "Precio desde", en: "Price from" }),
    type: "object",
    description: say({
      es: "El precio más bajo que se cobra de verdad; el sitio dice “Desde” delante. Para quitarlo, vacía sus tres campos.",
      en: "The lowest price actually charged; the site says “From” before it. To remove it, empty its three fields.",
    }),
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
      choice(
        "currency",
        say({ es: "Moneda", en: "Currency" }),
        say({ es: "En qué moneda se cobra.", en: "The currency it’s charged in." }),
        currencies(say),
      ),
      choice(
        "per",
        say({ es: "Cada cuánto", en: "How often" }),
        say({ es: "Cada cuánto se paga.", en: "How often it’s paid." }),
        periods(say),
      ),
    ],
  });

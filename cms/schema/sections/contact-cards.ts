import { defineArrayMember, defineField } from "sanity";
import { arrayField } from "../fields/array.ts";
import { choiceField, listContactChoices } from "../fields/choices.ts";
import { requiredLine, requiredParagraph } from "../fields/lengths.ts";
import { section } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

const contactCard = (say: LabelFn) =>
  defineArrayMember({
    name: "contactCard",
    title: say({ es: "Tarjeta", en: "Card" }),
    type: "object",
    fields: [
      choiceField(listContactChoices(say), "kind", {
        title: say({ es: "Contacto", en: "Contact" }),
        description: say({
          es: "Cuál de los contactos de la empresa abre la tarjeta.",
          en: "Which of the company's contacts the card opens.",
        }),
      }),
      requiredLine({ comfortable: 25, maximum: 40 }, say, "title", {
        title: say({ es: "Nombre", en: "Name" }),
        description: say({ es: "Por ejemplo Correo electrónico.", en: "For example Email." }),
      }),
      requiredParagraph({ comfortable: 100, maximum: 160 }, say, "text", {
        title: say({ es: "Cuándo usarlo", en: "When to use it" }),
        description: say({
          es: "Una frase: para qué sirve esta vía.",
          en: "One sentence: what this option is good for.",
        }),
      }),
    ],
    preview: {
      select: { title: `title.${say.language}`, kind: "kind" },
      prepare: ({ title, kind }: Record<string, unknown>) => ({
        title: String(title),
        subtitle: listContactChoices(say).find(({ value }) => value === kind)?.title ?? "",
      }),
    },
  });

export const contactCards = section((say) => ({
  name: "contactCards",
  position: 50,
  group: "contact",
  title: say({ es: "Tarjetas de contacto", en: "Contact cards" }),
  fields: [
    arrayField({ minimum: 1, maximum: 4 }, "cards", {
      title: say({ es: "Tarjetas", en: "Cards" }),
      description: say({
        es: "Una tarjeta por contacto, en el orden en que se muestran.",
        en: "One card per contact, in the order in which they are shown.",
      }),
      of: [contactCard(say)],
    }),
    defineField({
      name: "action",
      title: say({ es: "Botón", en: "Button" }),
      type: "action",
      description: say({
        es: "Opcional: qué hacer si ninguna de las tarjetas sirve.",
        en: "Optional: what to do if none of the cards fits.",
      }),
    }),
  ],
}));

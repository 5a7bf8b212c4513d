import { defineArrayMember, defineField } from "sanity";
import { listContactChoices } from "../fields/choices.ts";
import { requiredText } from "../fields/lengths.ts";
import { section } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

const contactCard = (say: LabelFn) =>
  defineArrayMember({
    name: "contactCard",
    title: say({ es: "Tarjeta", en: "Card" }),
    type: "object",
    description: say({
      es: "Una vía para comunicarse con la empresa.",
      en: "One way to reach the company.",
    }),
    fields: [
      defineField({
        name: "kind",
        title: say({ es: "Contacto", en: "Contact" }),
        type: "string",
        description: say({
          es: "Cuál de los contactos de la empresa abre la tarjeta.",
          en: "Which of the company's contacts the card opens.",
        }),
        options: {
          list: listContactChoices(say),
          layout: "radio",
        },
        validation: (rule) => rule.required(),
      }),
      defineField({
        name: "title",
        title: say({ es: "Nombre", en: "Name" }),
        type: "localeString",
        description: say({ es: "Por ejemplo Correo electrónico.", en: "For example Email." }),
        ...requiredText({ comfortable: 25, maximum: 40 }, say),
      }),
      defineField({
        name: "text",
        title: say({ es: "Cuándo usarlo", en: "When to use it" }),
        type: "localeText",
        description: say({
          es: "Una frase: para qué sirve esta vía.",
          en: "One sentence: what this option is good for.",
        }),
        ...requiredText({ comfortable: 100, maximum: 160 }, say),
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

export const contactCards = (say: LabelFn) =>
  section(say, {
    name: "contactCards",
    position: 50,
    group: "contact",
    title: say({ es: "Tarjetas de contacto", en: "Contact cards" }),
    description: say({
      es: "Las vías para comunicarse con la empresa. Direcciones y números vienen de los datos de la empresa.",
      en: "The ways to reach the company. Addresses and numbers come from the company details.",
    }),
    fields: [
      defineField({
        name: "cards",
        title: say({ es: "Tarjetas", en: "Cards" }),
        type: "array",
        description: say({
          es: "Una tarjeta por contacto, en el orden en que se muestran.",
          en: "One card per contact, in the order in which they are shown.",
        }),
        of: [contactCard(say)],
        validation: (rule) => rule.required().min(1).max(4),
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
  });

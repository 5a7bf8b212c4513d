import { defineArrayMember, defineField } from "sanity";
import { optionalText, requiredText } from "../fields/lengths.ts";
import { optionalPicture, portraitSize } from "../fields/picture.ts";
import { section } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

// Rejects a row in which only some people have a portrait, which looks like a mistake.
const haveAllPortraitsOrNone = (say: LabelFn) => (people: unknown) => {
  const members = (people ?? []) as { picture?: { asset?: object } }[];
  const portraitCount = members.filter(({ picture }) => picture?.asset).length;
  return (
    portraitCount === 0 ||
    portraitCount === members.length ||
    say({
      es: "Sube el retrato de todas las personas, o de ninguna.",
      en: "Give every person a portrait, or none of them.",
    })
  );
};

const person = (say: LabelFn) =>
  defineArrayMember({
    name: "person",
    title: say({ es: "Persona", en: "Person" }),
    type: "object",
    description: say({ es: "Una persona del equipo.", en: "One person on the team." }),
    fields: [
      defineField({
        name: "name",
        title: say({ es: "Nombre", en: "Name" }),
        type: "string",
        description: say({
          es: "Como se presenta ante un cliente.",
          en: "As they introduce themselves to a client.",
        }),
        validation: (rule) => rule.required().max(60),
      }),
      defineField({
        name: "role",
        title: say({ es: "Puesto", en: "Position" }),
        type: "localeString",
        description: say({
          es: "De qué se encarga, en pocas palabras.",
          en: "What they take care of, in a few words.",
        }),
        ...requiredText({ comfortable: 35, maximum: 50 }, say),
      }),
      defineField({
        name: "text",
        title: say({ es: "Sobre la persona", en: "About the person" }),
        type: "localeText",
        description: say({
          es: "Opcional: en qué le ayuda a un cliente, en una frase.",
          en: "Optional: how they help a client, in one sentence.",
        }),
        ...optionalText({ comfortable: 110, maximum: 160 }, say),
      }),
      defineField({
        name: "picture",
        title: say({ es: "Retrato", en: "Portrait" }),
        type: "picture",
        description: say({
          es: "Opcional; si lo subes, que sea de todas las personas: un retrato propio, no una foto de archivo.",
          en: "Optional, but then for every person: a portrait of their own, not a stock photo.",
        }),
        validation: optionalPicture(portraitSize, say),
      }),
    ],
    preview: { select: { title: "name", subtitle: `role.${say.language}`, media: "picture" } },
  });

export const people = (say: LabelFn) =>
  section(say, {
    name: "people",
    position: 103,
    group: "trust",
    title: say({ es: "Personas", en: "People" }),
    description: say({
      es: "Quiénes atienden y hacen el trabajo. Sin personas, la sección no se ve.",
      en: "Who answers and does the work. Without people the section isn’t shown.",
    }),
    filledBy: "items.0",
    fields: [
      defineField({
        name: "items",
        title: say({ es: "Personas", en: "People" }),
        type: "array",
        description: say({
          es: "Quienes estén de acuerdo en aparecer. Mientras no haya nadie, la sección no se ve en el sitio.",
          en: "Those who agree to be shown. Until there is someone, the site doesn’t show the section.",
        }),
        of: [person(say)],
        validation: (rule) => rule.max(12).custom(haveAllPortraitsOrNone(say)),
      }),
    ],
  });

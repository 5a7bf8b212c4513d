import { defineArrayMember } from "sanity";
import { arrayField } from "../fields/array.ts";
import { optionalParagraph, requiredField, requiredLine } from "../fields/lengths.ts";
import { optionalPicture, portraitSize } from "../fields/picture.ts";
import { sampleItems, samplePicture, sampleText } from "../fields/sample.ts";
import { section } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

/** Rejects a row in which only some people have a portrait, which looks like a mistake. */
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
    fields: [
      requiredField("string", "name", {
        title: say({ es: "Nombre", en: "Name" }),
        description: say({
          es: "Como se presenta ante un cliente.",
          en: "As they introduce themselves to a client.",
        }),
        maximum: 60,
      }),
      requiredLine({ comfortable: 35, maximum: 50 }, say, "role", {
        title: say({ es: "Puesto", en: "Position" }),
        description: say({
          es: "De qué se encarga, en pocas palabras.",
          en: "What they take care of, in a few words.",
        }),
      }),
      optionalParagraph({ comfortable: 110, maximum: 160 }, say, "text", {
        title: say({ es: "Sobre la persona", en: "About the person" }),
        description: say({
          es: "Opcional: en qué le ayuda a un cliente, en una frase.",
          en: "Optional: how they help a client, in one sentence.",
        }),
      }),
      optionalPicture(portraitSize, say, "picture", {
        title: say({ es: "Retrato", en: "Portrait" }),
        description: say({
          es: "Opcional; si lo subes, que sea de todas las personas: un retrato propio, no una foto de archivo.",
          en: "Optional, but then for every person: a portrait of their own, not a stock photo.",
        }),
      }),
    ],
    preview: { select: { title: "name", subtitle: `role.${say.language}`, media: "picture" } },
  });

export const people = section((say) => ({
  name: "people",
  position: 103,
  group: "trust",
  title: say({ es: "Personas", en: "People" }),
  filledBy: ["items"],
  sample: {
    items: sampleItems(
      "person",
      ["Ana Ejemplo", "Luis Muestra", "Eva Prueba"].map((name) => ({
        name,
        role: sampleText("Soporte técnico", "Technical support"),
        text: sampleText("Para cuando algo dejó de funcionar.", "For when something has stopped working."),
        picture: samplePicture(),
      })),
    ),
  },
  fields: [
    arrayField({ maximum: 12 }, "items", {
      title: say({ es: "Personas", en: "People" }),
      description: say({
        es: "Quienes estén de acuerdo en aparecer. Mientras no haya nadie, la sección no se ve en el sitio.",
        en: "Those who agree to be shown. Until there is someone, the site doesn’t show the section.",
      }),
      of: [person(say)],
      checks: [haveAllPortraitsOrNone(say)],
    }),
  ],
}));

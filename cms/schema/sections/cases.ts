import { defineArrayMember, defineField } from "sanity";
import { arrayField } from "../fields/array.ts";
import { requiredLine, requiredParagraph } from "../fields/lengths.ts";
import { optionalPicture, smallSize } from "../fields/picture.ts";
import { sampleItems, samplePicture, sampleText } from "../fields/sample.ts";
import { section, sourceField } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

const hasDigit = (say: LabelFn) => (value: string | undefined) =>
  !value ||
  /\d/.test(value) ||
  say({ es: "Una cifra lleva al menos un número.", en: "A figure has at least one digit." });

const storyFields = (say: LabelFn) => [
  requiredLine({ comfortable: 45, maximum: 60 }, say, "client", {
    title: say({ es: "Cliente", en: "Client" }),
    description: say({
      es: "Su nombre o, si prefiere no decirlo, qué clase de empresa es y dónde está.",
      en: "Their name or, if they prefer not to say, what kind of company it is and where.",
    }),
  }),
  requiredParagraph({ comfortable: 200, maximum: 320 }, say, "problem", {
    title: say({ es: "El problema", en: "The problem" }),
    description: say({
      es: "Qué pasaba antes, en una o dos frases.",
      en: "What it was like before, in one or two sentences.",
    }),
  }),
  requiredParagraph({ comfortable: 200, maximum: 320 }, say, "done", {
    title: say({ es: "Qué se hizo", en: "What was done" }),
    description: say({
      es: "Qué hizo el equipo, en una o dos frases.",
      en: "What the team did, in one or two sentences.",
    }),
  }),
];

/** The fields of a case: what a customer gained, as a figure with its story and its source. */
const caseItem = (say: LabelFn) =>
  defineArrayMember({
    name: "case",
    title: say({ es: "Caso", en: "Case" }),
    type: "object",
    fields: [
      defineField({
        name: "value",
        title: say({ es: "Cifra", en: "Figure" }),
        type: "string",
        description: say({
          es: "Lo que cambió, tal como se lee en grande, por ejemplo −40 % o 3×.",
          en: "What changed, as shown in large type, for example −40% or 3×.",
        }),
        validation: (rule) => rule.required().max(8).custom(hasDigit(say)),
      }),
      requiredLine({ comfortable: 45, maximum: 60 }, say, "label", {
        title: say({ es: "Qué cuenta la cifra", en: "What the figure counts" }),
        description: say({
          es: "Las palabras junto a la cifra, por ejemplo llamadas perdidas en tres meses.",
          en: "The words next to the figure, for example missed calls in three months.",
        }),
      }),
      ...storyFields(say),
      optionalPicture(smallSize, say, "picture", {
        title: say({ es: "Imagen", en: "Picture" }),
        description: say({
          es: "Opcional: el trabajo mismo, no una foto de archivo.",
          en: "Optional: the work itself, not a stock photo.",
        }),
      }),
      sourceField(say, {
        es: "Cómo se midió la cifra, y quién autorizó el caso y cuándo. Los visitantes no lo ven.",
        en: "How the figure was measured, and who agreed to the case and when. Not shown to visitors.",
      }),
    ],
    preview: { select: { title: "value", subtitle: `label.${say.language}`, media: "picture" } },
  });

export const cases = section((say) => ({
  name: "cases",
  position: 101,
  group: "trust",
  title: say({ es: "Casos", en: "Cases" }),
  filledBy: ["items"],
  sample: {
    items: sampleItems("case", [
      {
        value: "−40%",
        label: sampleText("llamadas perdidas en tres meses", "missed calls within three months"),
        client: sampleText("Una clínica de ejemplo", "A clinic, for example"),
        problem: sampleText(
          "Las citas se pedían por teléfono, y a mediodía nadie contestaba.",
          "Appointments were made by phone, and around noon nobody answered.",
        ),
        done: sampleText(
          "Un sitio en el que cada paciente elige su hora, y un aviso el día antes.",
          "A site where patients choose their time, and a reminder the day before.",
        ),
        picture: samplePicture(),
        source: "Inventado para las pruebas.",
      },
      {
        value: "3×",
        label: sampleText("visitas desde buscadores en un año", "visits from search engines in a year"),
        client: sampleText("Una ferretería de ejemplo", "A hardware shop, for example"),
        problem: sampleText(
          "El catálogo estaba en fotos, que ningún buscador lee.",
          "The catalog was in photos, which no search engine reads.",
        ),
        done: sampleText(
          "Cada producto con su página, sus medidas y su existencia.",
          "A page for each product, with its measures and its stock.",
        ),
        source: "Inventado para las pruebas.",
      },
    ]),
  },
  fields: [
    arrayField({ maximum: 6 }, "items", {
      title: say({ es: "Casos", en: "Cases" }),
      description: say({
        es: "Solo casos reales y con permiso del cliente. Mientras no haya ninguno, la sección no se ve en el sitio.",
        en: "Only real cases that the client agreed to. Until there is one, the site doesn’t show the section.",
      }),
      of: [caseItem(say)],
    }),
  ],
}));

import { defineArrayMember, defineField, defineType, type ValidationContext } from "sanity";
import { isSameNumber } from "../../content/facts.ts";
import { findDuplicate } from "../fields/anchors.ts";
import { arrayField } from "../fields/array.ts";
import { singleTitles } from "../fields/choices.ts";
import { CantonsInput } from "../fields/company-facts.tsx";
import { optionalParagraph, requiredField, requiredLine, requiredParagraph } from "../fields/lengths.ts";
import { haveDistinctDays } from "../fields/opening-hours.ts";
import { requiredPicture } from "../fields/picture.ts";
import type { Label, LabelFn } from "../labels.ts";

/** Rejects figures with the same key, by which texts and sections name them. */
const haveDistinctKeys = (say: LabelFn) => (figures: unknown) => {
  const key = findDuplicate(((figures ?? []) as { key?: string }[]).map(({ key }) => key));
  return (
    key === undefined ||
    say({ es: `Dos cifras se llaman «${key}».`, en: `Two figures have the name “${key}”.` })
  );
};

/** Rejects a phone number that is not in E.164, the international format. */
const isInternational = (say: LabelFn) => (value: string | undefined) =>
  !value ||
  /^\+[1-9]\d{6,14}$/.test(value) ||
  say({
    es: "Escribe el número con + y el código del país, sin espacios, como +50600000000.",
    en: "Write the number with + and the country code, without spaces, such as +50600000000.",
  });

type NumberName = "phone" | "whatsapp";

/** Rejects a displayed phone number that is not the dialed number in `field`, with or without its country code. */
const isNumberOf =
  (field: NumberName, say: LabelFn) =>
  (displayedNumber: string | undefined, { document }: ValidationContext) =>
    !displayedNumber ||
    isSameNumber(displayedNumber, document?.[field] as string | undefined) ||
    say({
      es: "Ese no es el mismo número: los dígitos son otros.",
      en: "That isn’t the same number: its digits differ.",
    });

/** Returns the fields for a phone number: the dialed number, and the displayed number. */
const createNumberFields = <const Name extends NumberName>(
  say: LabelFn,
  name: Name,
  titles: { dialed: Label; displayed: Label },
) => [
  defineField({
    name,
    title: titles.dialed,
    type: "string",
    description: say({
      es: "En formato internacional y sin espacios, por ejemplo +50600000000.",
      en: "In international form without spaces, for example +50600000000.",
    }),
    validation: (rule) => rule.required().custom(isInternational(say)),
  }),
  defineField({
    name: `${name}Display`,
    title: titles.displayed,
    type: "string",
    description: say({
      es: "El mismo número como lo lee la gente, por ejemplo +506 0000 0000.",
      en: "The same number as people read it, for example +506 0000 0000.",
    }),
    validation: (rule) => rule.required().max(24).custom(isNumberOf(name, say)),
  }),
];

/** The fields for the name and the tagline on the site. Mails take the company's name from MAIL_FROM instead. */
const brandFields = (say: LabelFn) => [
  requiredField("string", "brandName", {
    title: say({ es: "Nombre de la marca", en: "Brand name" }),
    description: say({
      es: "El nombre de la empresa como lo leen los visitantes. Un texto lo muestra donde dice {brand}.",
      en: "The company’s name as visitors read it. A text shows it where it says {brand}.",
    }),
    maximum: 40,
  }),
  requiredLine({ comfortable: 60, maximum: 80 }, say, "tagline", {
    title: say({ es: "Lema", en: "Tagline" }),
    description: say({
      es: "Lo que hace la empresa, en una línea.",
      en: "What the company does, in one line.",
    }),
  }),
];

const contactFields = (say: LabelFn) => [
  defineField({
    name: "email",
    title: say({ es: "Correo electrónico", en: "Email" }),
    type: "string",
    description: say({
      es: "La dirección a la que escriben los visitantes.",
      en: "The address visitors write to.",
    }),
    validation: (rule) => rule.required().email(),
  }),
  ...createNumberFields(say, "phone", {
    dialed: say({ es: "Teléfono", en: "Phone number" }),
    displayed: say({ es: "Teléfono, como se muestra", en: "Phone number as shown" }),
  }),
  ...createNumberFields(say, "whatsapp", {
    dialed: say({ es: "Número de WhatsApp", en: "WhatsApp number" }),
    displayed: say({ es: "WhatsApp, como se muestra", en: "WhatsApp number as shown" }),
  }),
  defineField({
    name: "instagram",
    title: say({ es: "Usuario de Instagram", en: "Instagram handle" }),
    type: "string",
    description: say({ es: "Sin el signo @.", en: "Without the @ sign." }),
    validation: (rule) =>
      rule.required().custom(
        (value) =>
          !value ||
          /^[a-z0-9._]{1,30}$/.test(value) ||
          say({
            es: "Solo minúsculas, números, puntos y guiones bajos, sin @.",
            en: "Lowercase letters, digits, dots and underscores only, without @.",
          }),
      ),
  }),
];

/** The fields for response time, opening hours and cantons of the company. */
const availabilityFields = (say: LabelFn) => [
  optionalParagraph({ comfortable: 180, maximum: 220 }, say, "response", {
    title: say({ es: "Tiempo de respuesta", en: "Response time" }),
    description: say({
      es: "Opcional: en cuánto tiempo recibe respuesta quien escribe. Se lee junto al formulario; los tiempos son cifras, que se nombran entre llaves.",
      en: "Optional: how soon people who write get an answer. It’s shown next to the form; the times are figures, named in braces.",
    }),
  }),
  arrayField({ maximum: 7 }, "hours", {
    title: say({ es: "Horario de atención", en: "Opening hours" }),
    of: [defineArrayMember({ type: "openingHours" })],
    description: say({
      es: "Opcional: cuándo atiende la empresa, en hora de Costa Rica. Lo muestran las secciones de horario y cobertura, y lo leen los buscadores.",
      en: "Optional: when the company is open, in Costa Rica time. Sections with hours and area show it, and search engines read it.",
    }),
    checks: [haveDistinctDays(say)],
  }),
  defineField({
    name: "cantons",
    title: say({ es: "Cantones que se atienden", en: "Cantons served" }),
    type: "array",
    of: [defineArrayMember({ type: "string" })],
    description: say({
      es: "Opcional: los cantones a los que va el equipo. Los muestran las secciones de horario y cobertura, y los leen los buscadores.",
      en: "Optional: the cantons the team goes to. Sections with hours and area show them, and search engines read them.",
    }),
    components: { input: CantonsInput },
    validation: (rule) => rule.unique(),
  }),
];

/** The fields for the footer of every page, and for the share card of pages without a picture of their own. */
const everyPageFields = (say: LabelFn) => [
  requiredParagraph({ comfortable: 120, maximum: 200 }, say, "footer", {
    title: say({ es: "Pie de página", en: "Footer" }),
    description: say({
      es: "La frase al final de todas las páginas.",
      en: "The sentence at the bottom of every page.",
    }),
  }),
  requiredPicture({ width: 1200, height: 630 }, say, "sharePicture", {
    title: say({ es: "Imagen para enlaces compartidos", en: "Picture for shared links" }),
    description: say({
      es: "Lo que las redes sociales muestran junto a un enlace al sitio, de 1200 × 630 píxeles.",
      en: "What social networks show next to a link to the site, 1200 × 630 pixels.",
    }),
  }),
];

export const siteSettings = (say: LabelFn) =>
  defineType({
    name: "siteSettings",
    title: singleTitles(say).siteSettings,
    type: "document",
    fields: [
      ...brandFields(say),
      ...contactFields(say),
      requiredLine({ comfortable: 30, maximum: 60 }, say, "place", {
        title: say({ es: "Lugar", en: "Place" }),
        description: say({
          es: "Dónde está la empresa, como lo muestra el pie de página.",
          en: "Where the company is, as the footer shows it.",
        }),
      }),
      defineField({
        name: "figures",
        title: say({ es: "Cifras", en: "Figures" }),
        type: "array",
        of: [defineArrayMember({ type: "figure" })],
        description: say({
          es: "Todos los números que el sitio muestra sobre la empresa, cada uno una sola vez.",
          en: "Every number the site shows about the company, each one once.",
        }),
        validation: (rule) => rule.required().min(1).custom(haveDistinctKeys(say)),
      }),
      ...availabilityFields(say),
      ...everyPageFields(say),
    ],
    preview: {
      select: { brandName: "brandName" },
      // The same title as in the desk.
      prepare: ({ brandName }) => ({
        title: singleTitles(say).siteSettings,
        description: brandName,
      }),
    },
  });

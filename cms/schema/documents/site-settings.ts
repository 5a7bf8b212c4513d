import { defineArrayMember, defineField, defineType } from "sanity";
import { atMost } from "../fields/lengths.ts";

const haveOwnKeys = (figures: unknown) => {
  const keys = ((figures ?? []) as { key?: string }[]).map(({ key }) => key);
  const twice = keys.find((key, index) => keys.indexOf(key) < index);
  return twice === undefined || `Two figures have the name "${twice}".`;
};

const e164 = /^\+[1-9]\d{6,14}$/;

export const siteSettings = defineType({
  name: "siteSettings",
  title: "Datos de la empresa · Site settings",
  type: "document",
  description:
    "The facts about the company: its name, contacts and figures. Every page takes them from here.",
  fields: [
    defineField({
      name: "brandName",
      title: "Nombre de la marca · Brand name",
      type: "string",
      description: "The company's name as visitors read it. A text shows it where it says {brand}.",
      validation: (rule) => rule.required().max(40),
    }),
    defineField({
      name: "tagline",
      title: "Lema · Tagline",
      type: "localeString",
      description: "What the company does, in one line.",
      validation: (rule) => rule.required().custom(atMost(80)),
    }),
    defineField({
      name: "email",
      title: "Correo electrónico · E-mail",
      type: "string",
      description: "The address that visitors write to.",
      validation: (rule) => rule.required().email(),
    }),
    defineField({
      name: "phone",
      title: "Teléfono · Phone number",
      type: "string",
      description: "In international form without spaces, for example +50600000000.",
      validation: (rule) => rule.required().regex(e164, { name: "international number" }),
    }),
    defineField({
      name: "phoneDisplay",
      title: "Teléfono, como se muestra · Phone number as shown",
      type: "string",
      description: "The same number as people read it, for example +506 0000 0000.",
      validation: (rule) => rule.required().max(24),
    }),
    defineField({
      name: "whatsapp",
      title: "Número de WhatsApp · WhatsApp number",
      type: "string",
      description: "In international form without spaces, for example +50600000000.",
      validation: (rule) => rule.required().regex(e164, { name: "international number" }),
    }),
    defineField({
      name: "whatsappDisplay",
      title: "WhatsApp, como se muestra · WhatsApp number as shown",
      type: "string",
      description: "The same number as people read it, for example +506 0000 0000.",
      validation: (rule) => rule.required().max(24),
    }),
    defineField({
      name: "instagram",
      title: "Usuario de Instagram · Instagram handle",
      type: "string",
      description: "Without the @ sign.",
      validation: (rule) => rule.required().regex(/^[a-z0-9._]{1,30}$/, { name: "handle" }),
    }),
    defineField({
      name: "place",
      title: "Lugar · Place",
      type: "localeString",
      description: "Where the company is, as the footer shows it.",
      validation: (rule) => rule.required().custom(atMost(60)),
    }),
    defineField({
      name: "figures",
      title: "Cifras · Figures",
      type: "array",
      of: [defineArrayMember({ type: "figure" })],
      description: "Every number that the site shows about the company, each one once.",
      validation: (rule) => rule.required().min(1).custom(haveOwnKeys),
    }),
    defineField({
      name: "footer",
      title: "Pie de página · Footer",
      type: "localeText",
      description: "The sentence at the bottom of every page.",
      validation: (rule) => rule.required().custom(atMost(200)),
    }),
    defineField({
      name: "sharePicture",
      title: "Imagen para enlaces compartidos · Picture for shared links",
      type: "picture",
      description: "What social networks show beside a link to the site, 1200 × 630 pixels.",
      validation: (rule) => rule.required(),
    }),
  ],
  preview: { select: { title: "brandName" } },
});

import { defineArrayMember, defineField, defineType } from "sanity";
import { haveOwnAnchors } from "../fields/existing.ts";
import { atMost, between } from "../fields/lengths.ts";

export const page = defineType({
  name: "page",
  title: "Página · Page",
  type: "document",
  description: "A page of the site: its title in search results, and its sections from top to bottom.",
  fields: [
    defineField({
      name: "name",
      title: "Nombre · Name",
      type: "string",
      description: "Which address of the site the page is shown at. Set once; visitors never see it.",
      options: {
        list: [
          { title: "Inicio · Home", value: "home" },
          { title: "Gestión de reputación · Reputation management", value: "reputation" },
          { title: "Diseño y desarrollo web · Web design and development", value: "web-development" },
          { title: "Soporte técnico · Technical support", value: "technical-support" },
          { title: "Marketing digital · Digital marketing", value: "digital-marketing" },
          { title: "Consultoría SEO · SEO consulting", value: "seo-consulting" },
          { title: "Sistemas CCTV · CCTV systems", value: "cctv" },
          { title: "Contacto · Contact", value: "contact" },
          { title: "Privacidad · Privacy", value: "privacy" },
        ],
      },
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: "title",
      title: "Título · Title",
      type: "localeString",
      description: "The title in browser tabs and search results; the brand is added to it.",
      validation: (rule) => rule.required().custom(atMost(60)),
    }),
    defineField({
      name: "description",
      title: "Descripción · Description",
      type: "localeText",
      description: "What search results and shared links show under the title: one or two sentences.",
      validation: (rule) => rule.required().custom(between(70, 160)),
    }),
    defineField({
      name: "sections",
      title: "Secciones · Sections",
      type: "array",
      description: "What the page shows, from top to bottom.",
      of: [
        defineArrayMember({ type: "hero" }),
        defineArrayMember({ type: "serviceCards" }),
        defineArrayMember({ type: "statements" }),
        defineArrayMember({ type: "pictureText" }),
        defineArrayMember({ type: "contactCards" }),
        defineArrayMember({ type: "figures" }),
        defineArrayMember({ type: "contactForm" }),
        defineArrayMember({ type: "featureGrid" }),
        defineArrayMember({ type: "benefits" }),
        defineArrayMember({ type: "reasons" }),
        defineArrayMember({ type: "steps" }),
        defineArrayMember({ type: "plans" }),
        defineArrayMember({ type: "badges" }),
        defineArrayMember({ type: "highlights" }),
        defineArrayMember({ type: "gallery" }),
        defineArrayMember({ type: "callToAction" }),
      ],
      validation: (rule) => rule.required().min(1).custom(haveOwnAnchors),
    }),
  ],
  preview: { select: { title: "title.es", subtitle: "name" } },
});

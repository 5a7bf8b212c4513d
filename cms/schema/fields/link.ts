import { defineField, defineType } from "sanity";
import { LinkedSectionInput } from "./chosen.ts";
import { isLinkedSection } from "./existing.ts";

const leadsToPage = (parent: unknown) => (parent as { kind?: string } | undefined)?.kind === "page";

export const link = defineType({
  name: "link",
  title: "Enlace · Link",
  type: "object",
  description: "Where it leads: to a page of this site, or to one of the company's contacts.",
  fields: [
    defineField({
      name: "kind",
      title: "Lleva a · Leads to",
      type: "string",
      description: "A page, or a contact; the contact's address itself is kept in the site settings.",
      options: {
        list: [
          { title: "Una página · A page", value: "page" },
          { title: "Correo · E-mail", value: "mail" },
          { title: "Llamada · Phone call", value: "tel" },
          { title: "WhatsApp", value: "whatsapp" },
          { title: "Instagram", value: "instagram" },
        ],
        layout: "radio",
      },
      initialValue: "page",
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: "page",
      title: "Página · Page",
      type: "reference",
      to: [{ type: "page" }],
      description: "The page that opens, in the reader's own language.",
      hidden: ({ parent }) => !leadsToPage(parent),
      validation: (rule) =>
        rule.custom((value, { parent }) => !leadsToPage(parent) || value !== undefined || "Choose the page."),
    }),
    defineField({
      name: "anchor",
      title: "Sección de esa página · Section of that page",
      type: "string",
      description: "Optional: which section of that page to scroll to.",
      components: { input: LinkedSectionInput },
      validation: (rule) => rule.custom(isLinkedSection),
      hidden: ({ parent }) => !leadsToPage(parent),
    }),
  ],
});

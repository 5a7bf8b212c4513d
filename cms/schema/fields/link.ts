import { defineField, defineType } from "sanity";

const leadsToPage = (parent: unknown) => (parent as { kind?: string } | undefined)?.kind === "page";

export const link = defineType({
  name: "link",
  title: "Link",
  type: "object",
  description: "Where it leads: to a page of this site, or to one of the company's contacts.",
  fields: [
    defineField({
      name: "kind",
      title: "Leads to",
      type: "string",
      description: "A page, or a contact; the contact's address itself is kept in the site settings.",
      options: {
        list: [
          { title: "A page", value: "page" },
          { title: "E-mail", value: "mail" },
          { title: "Phone call", value: "tel" },
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
      title: "Page",
      type: "reference",
      to: [{ type: "page" }],
      description: "The page that opens, in the reader's own language.",
      hidden: ({ parent }) => !leadsToPage(parent),
      validation: (rule) =>
        rule.custom((value, { parent }) => !leadsToPage(parent) || value !== undefined || "Choose the page."),
    }),
    defineField({
      name: "anchor",
      title: "Section of that page",
      type: "string",
      description: "Optional: the anchor of the section to scroll to, for example contacto.",
      hidden: ({ parent }) => !leadsToPage(parent),
    }),
  ],
});

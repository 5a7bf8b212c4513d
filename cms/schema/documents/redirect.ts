import { defineField, defineType } from "sanity";

export const redirect = defineType({
  name: "redirect",
  title: "Redirección · Redirect",
  type: "document",
  description: "An old address of the site, and the page that it leads to for good.",
  fields: [
    defineField({
      name: "from",
      title: "Dirección antigua · Old address",
      type: "string",
      description: "Begins with a slash and has no domain, for example /servicios/cctv.",
      validation: (rule) =>
        rule
          .required()
          .max(200)
          .regex(/^\/[a-z0-9]+(?:[/._-][a-z0-9]+)*$/i, { name: "address within the site" })
          .custom(
            (value) =>
              !/^\/(api|assets)(\/|$)/i.test(value ?? "") || "That address belongs to the site itself.",
          ),
    }),
    defineField({
      name: "to",
      title: "Página · Page",
      type: "reference",
      to: [{ type: "page" }],
      description: "The page that opens instead.",
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: "language",
      title: "Idioma · Language",
      type: "string",
      description: "The language in which the page opens.",
      options: {
        list: [
          { title: "Español", value: "es" },
          { title: "English", value: "en" },
        ],
        layout: "radio",
      },
      initialValue: "es",
      validation: (rule) => rule.required(),
    }),
  ],
  preview: { select: { title: "from", subtitle: "to.title.es" } },
});

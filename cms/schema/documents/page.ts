import { defineArrayMember, defineField, defineType } from "sanity";
import { atMost } from "../fields/lengths.ts";

export const page = defineType({
  name: "page",
  title: "Page",
  type: "document",
  description: "A page of the site: its title in search results, and its sections from top to bottom.",
  fields: [
    defineField({
      name: "name",
      title: "Name",
      type: "string",
      description: "Which address of the site the page is shown at. Set once; visitors never see it.",
      options: {
        list: [
          { title: "Home", value: "home" },
          { title: "Reputation management", value: "reputation" },
          { title: "Web design and development", value: "web-development" },
          { title: "Technical support", value: "technical-support" },
          { title: "Digital marketing", value: "digital-marketing" },
          { title: "SEO consulting", value: "seo-consulting" },
          { title: "CCTV systems", value: "cctv" },
          { title: "Contact", value: "contact" },
          { title: "Privacy", value: "privacy" },
        ],
      },
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: "title",
      title: "Title",
      type: "localeString",
      description: "The title in browser tabs and search results; the brand is added to it.",
      validation: (rule) => rule.required().custom(atMost(60)),
    }),
    defineField({
      name: "description",
      title: "Description",
      type: "localeText",
      description: "What search results and shared links show under the title: one or two sentences.",
      validation: (rule) => rule.required().custom(atMost(160)),
    }),
    defineField({
      name: "sections",
      title: "Sections",
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
        defineArrayMember({ type: "callToAction" }),
      ],
      validation: (rule) => rule.required().min(1),
    }),
  ],
  preview: { select: { title: "title.es", subtitle: "name" } },
});

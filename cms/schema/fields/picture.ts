import { defineField, defineType } from "sanity";

export const picture = defineType({
  name: "picture",
  title: "Picture",
  type: "image",
  description: "A picture of at least 1,200 pixels in width. Set the hotspot on what must stay visible.",
  options: { hotspot: true, accept: "image/jpeg,image/png,image/webp" },
  validation: (rule) => rule.assetRequired(),
  fields: [
    defineField({
      name: "alt",
      title: "Description for people who cannot see it",
      type: "localeText",
      description:
        "Say what the picture shows, in one sentence; not its file name, and without “picture of”.",
      validation: (rule) => rule.required(),
    }),
  ],
});

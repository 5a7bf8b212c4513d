import { defineField, defineType } from "sanity";

export const picture = defineType({
  name: "picture",
  title: "Imagen · Picture",
  type: "image",
  description: "A picture of at least 1,200 pixels in width. Set the hotspot on what must stay visible.",
  options: { hotspot: true, accept: "image/jpeg,image/png,image/webp" },
  validation: (rule) =>
    rule
      .assetRequired()
      .custom((value) => !value?.asset || Boolean(value.hotspot) || "Set the focal point: crop and hotspot."),
  fields: [
    defineField({
      name: "alt",
      title: "Descripción para quien no la ve · Description for people who cannot see it",
      type: "localeText",
      description:
        "Say what the picture shows, in one sentence; not its file name, and without “picture of”.",
      validation: (rule) => rule.required(),
    }),
  ],
});

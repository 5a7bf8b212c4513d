import type { ComponentType } from "react";
import { defineField, defineType, type FieldDefinition, type ObjectInputProps } from "sanity";
import type { Label, LabelFn, LabelledField, LabelTexts } from "../labels.ts";
import { AnchorInput } from "./anchor-input.tsx";
import { anchorPattern } from "./anchors.ts";
import { type Length, optionalParagraph, optionalText, requiredField, requiredLine } from "./lengths.ts";

type Lengths = { title: Length; text: Length };
const defaultLengths: Lengths = {
  title: { comfortable: 50, maximum: 80, word: 20 },
  text: { comfortable: 240, maximum: 320 },
};

/** The fields for the headline of a section and the optional paragraph below it. */
const createHeadlineFields = (say: LabelFn, { title, text }: Lengths = defaultLengths) => [
  requiredLine(title, say, "title", {
    title: say({ es: "Titular", en: "Headline" }),
    description: say({
      es: "El titular de la sección: lo que gana quien lee, en una línea.",
      en: "The section’s headline: what the reader gets, in one line.",
    }),
  }),
  optionalParagraph(text, say, "text", {
    title: say({ es: "Introducción", en: "Introduction" }),
    description: say({
      es: "Opcional: una o dos frases debajo del titular.",
      en: "Optional: one or two sentences under the headline.",
    }),
  }),
];

type SectionDefinition<Name extends string> = {
  name: Name;
  title: Label;
  /** The position in the insert menu, in ascending order. */
  position: number;
  /** The heading in the insert menu. */
  group: SectionGroup;
  /** The length limits of its headline and paragraph, if they differ from the default. */
  lengths?: Lengths;
  /** The fields between the headline and the placement fields. */
  fields: readonly (FieldDefinition & LabelledField)[];
  /** The field with the picture for lists. */
  media?: "picture";
  /**
   * The lists without which the site hides the section: own ones, or those that the loader adds. Empty if the headline
   * alone is enough. A section type with a required field needs none. The Studio marks a section whose own list is empty.
   */
  filledBy?: readonly string[];
  /** Invented values of the fields, for the picture of a section type that the launch copy leaves out or empty. */
  sample?: object;
  /** A custom input for the whole section. */
  input?: ComponentType<ObjectInputProps>;
};

const toEmptyTitle = (title: Label, say: LabelFn) =>
  say({ es: `${title} · vacía: el sitio no la muestra`, en: `${title} · empty: the site doesn’t show it` });

/**
 * Defines a section type. Lists show the headline of a section with its type as subtitle, and tell editors if the site
 * hides it because it is empty (`filledBy`).
 */
export const section =
  <const Name extends string>(define: (say: LabelFn) => SectionDefinition<Name>) =>
  (say: LabelFn) => {
    const { name, title, position, group, lengths, fields, media, filledBy, sample, input } = define(say);
    const ownList = filledBy?.find((list) => fields.some((field) => field.name === list));
    const type = defineType({
      name,
      title,
      type: "object",
      fields: [...createHeadlineFields(say, lengths), ...fields, ...createPlacementFields(say)],
      ...(input && { components: { input } }),
      preview: {
        select: {
          headline: `title.${say.language}`,
          ...(media && { media }),
          ...(ownList && { firstItem: `${ownList}.0` }),
        },
        prepare: (selected: Record<string, unknown>) => ({
          title: String(selected.headline ?? title),
          subtitle: ownList && !selected.firstItem ? toEmptyTitle(title, say) : title,
          media: selected.media as never,
        }),
      },
    });
    return Object.assign(type, { position, group, filledBy, sample });
  };

/** Returns the headings of the insert menu in their order. */
const createGroupTitles = (say: LabelFn) => ({
  opening: say({ es: "Empezar y cerrar", en: "Begin and end" }),
  offer: say({ es: "Lo que se ofrece", en: "What is offered" }),
  trust: say({ es: "Razones y pruebas", en: "Reasons and proof" }),
  contact: say({ es: "Contacto", en: "Contact" }),
});

/** The purpose of a section type, which is its heading in the insert menu. */
export type SectionGroup = keyof ReturnType<typeof createGroupTitles>;

/** Returns the menu for a new section, with a picture of every section type from `static/sections`. */
export const insertMenu = (say: LabelFn, sections: readonly { name: string; group: SectionGroup }[]) => ({
  // A search field takes the focus, and phones then scroll the menu away. The groups are short enough without it.
  filter: false,
  showIcons: false,
  groups: Object.entries(createGroupTitles(say)).map(([name, title]) => ({
    name,
    title,
    of: sections.filter(({ group }) => group === name).map(({ name }) => name),
  })),
  views: [
    { name: "grid" as const, previewImageUrl: (kind: string) => `/static/sections/${kind}.webp` },
    { name: "list" as const },
  ],
});

/** The last fields of every section: its anchor and its entry in the menu of its page. */
const createPlacementFields = (say: LabelFn) => [
  defineField({
    name: "anchor",
    title: say({ es: "Ancla", en: "Anchor" }),
    type: "string",
    description: say({
      es: "Opcional: el nombre corto con el que los enlaces llegan a esta sección, igual en ambos idiomas.",
      en: "Optional: the short name by which links reach this section, the same in both languages.",
    }),
    components: { input: AnchorInput },
    validation: (rule) =>
      rule.custom(
        (anchor) =>
          !anchor ||
          anchorPattern.test(anchor) ||
          say({
            es: "Un ancla solo lleva minúsculas, números y guiones. Tómala del titular.",
            en: "An anchor has lowercase letters, digits and hyphens only. Take it from the headline.",
          }),
      ),
  }),
  defineField({
    name: "navigationLabel",
    title: say({ es: "Nombre en el menú de la página", en: "Name in the page’s own menu" }),
    type: "localeString",
    description: say({
      es: "Opcional: pone la sección en el menú de su página. En ese caso la sección necesita un ancla.",
      en: "Optional: adds the section to its page’s menu. The section then needs an anchor.",
    }),
    ...optionalText({ maximum: 24 }, say, (value, { parent }) => {
      const { anchor } = (parent ?? {}) as { anchor?: string };
      return (
        !value ||
        Boolean(anchor) ||
        say({ es: "Dale también un ancla a la sección.", en: "Give the section an anchor, too." })
      );
    }),
  }),
];

/** The field for the source of a testimonial or case. It is for the company only, and no query of the site reads it. */
export const sourceField = (say: LabelFn, description: LabelTexts) =>
  requiredField("string", "source", {
    title: say({ es: "Fuente y permiso", en: "Source and permission" }),
    description: say(description),
    maximum: 200,
  });

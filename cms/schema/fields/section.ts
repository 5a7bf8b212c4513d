import type { ComponentType } from "react";
import { defineType, type FieldDefinition, type ObjectInputProps } from "sanity";
import type { Explained, Said, Say } from "../say.ts";
import { headline, type Lengths } from "./headline.ts";
import type { SectionGroup } from "./insert-menu.ts";
import { placement } from "./placement.ts";

type Content<Name extends string> = {
  name: Name;
  title: Said;
  description: Said;
  /** Where the Studio offers it among the others: the smaller, the earlier. */
  position: number;
  /** Under which heading it is offered. */
  group: SectionGroup;
  /** How long its headline and the paragraph under it may be, where it is not as in any section. */
  lengths?: Lengths;
  /** What it has between its headline and its place on the page. */
  fields: readonly (FieldDefinition & Explained)[];
  /** The field whose picture stands for it in lists. */
  media?: "picture";
  /** What it has to have in order to be shown at all, by its path: lists say of a section without it that it is empty. */
  filledBy?: string;
  /** How it is written, where that is not field by field. */
  input?: ComponentType<ObjectInputProps>;
};

const empty = (title: Said, say: Say) =>
  say({ es: `${title} · vacía: el sitio no la muestra`, en: `${title} · empty: the site doesn’t show it` });

/** A section of a page. Lists show its headline, and under it what kind of section it is. */
export const section = <const Name extends string>(
  say: Say,
  { name, title, description, position, group, lengths, fields, media, filledBy, input }: Content<Name>,
) =>
  Object.assign(
    defineType({
      name,
      title,
      type: "object",
      description,
      fields: [...headline(say, lengths), ...fields, ...placement(say)],
      ...(input && { components: { input } }),
      preview: {
        select: { headline: `title.${say.language}`, ...(media && { media }), ...(filledBy && { filledBy }) },
        prepare: (selected: Record<string, unknown>) => ({
          title: String(selected.headline ?? title),
          subtitle: filledBy && !selected.filledBy ? empty(title, say) : title,
          media: selected.media as never,
        }),
      },
    }),
    { position, group },
  );

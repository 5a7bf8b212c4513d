import type { LocalizedSection, SectionType } from "#cms/content/types.ts";
import type { Surface } from "./surfaces.ts";

/** What every renderer gets: its section, the surface it lies on, and how many of its type stand before it. */
export type SectionProps<Type extends SectionType> = {
  section: LocalizedSection<Type>;
  surface: Surface;
  earlier: number;
  /** Whether it opens the page; then its headline is the page's h1. */
  opens: boolean;
};

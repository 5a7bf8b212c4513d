import type { LocalizedSection, SectionType } from "#cms/content/types.ts";
import type { Paper } from "./surfaces.ts";

/** What every renderer gets: its section, the paper it lies on, and how many of its type stand before it. */
export type SectionProps<Type extends SectionType> = {
  section: LocalizedSection<Type>;
  paper: Paper;
  earlier: number;
  /** Whether it opens the page; then its headline is the page's h1. */
  opens: boolean;
};

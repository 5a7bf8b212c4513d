import type { LocalizedSection, SectionType } from "#cms/content/types.ts";

/** What every renderer gets: its section, and how many of its type stand before it on the page. */
export type SectionProps<Type extends SectionType> = {
  section: LocalizedSection<Type>;
  earlier: number;
  /** Whether it opens the page; then its headline is the page's h1. */
  opens: boolean;
};

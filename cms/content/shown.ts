import type { SectionOf, SectionType } from "./types.ts";

type Section = { [Type in SectionType]: SectionOf<Type> }[SectionType];

/**
 * Whether a section has what it is about. Proof is nothing until the company has written it: such a section is no part of its
 * page, with its headline, its place in the menu and its surface.
 */
export function isShown(section: Section): boolean {
  switch (section._type) {
    case "cases":
    case "testimonials":
    case "people":
    case "questions":
      return section.items.length > 0;
    case "screen":
      return section.screens.length > 0;
    case "coverage":
      return section.hours.length + section.areas.length > 0;
    default:
      return true;
  }
}

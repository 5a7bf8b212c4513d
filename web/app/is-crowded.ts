import type { LocalizedNavigation } from "#cms/content/types.ts";

// In CSS pixels: what a letter takes about, what is around an entry, the arrow of a group, and what a laptop of 960 has room for
// beside the company's name.
const [letter, around, arrow, room] = [8.6, 24, 24, 430];

/** Whether the menu has more in it than fits beside the company's name on a small laptop. It is known before anything is drawn. */
export function isCrowded({ menu }: LocalizedNavigation): boolean {
  const widths = menu.map((entry) =>
    entry._type === "menuLink"
      ? entry.page.label.length * letter + around
      : entry.title.length * letter + around + arrow,
  );
  return widths.reduce((sum, width) => sum + width, 0) > room;
}

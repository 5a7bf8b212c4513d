import { ContentError } from "./complete.ts";

type Placed = {
  _type: string;
  anchor: string | null;
  navigationLabel: object | null;
  contactSection?: string;
};

/**
 * Makes sure that each anchor of a page is that of one section, and that what scrolls within the page finds its section.
 * @throws ContentError
 */
export function assertPlaces(document: string, sections: readonly Placed[]): void {
  const problems: string[] = [];
  const anchors = sections.flatMap(({ anchor }) => anchor ?? []);
  for (const [index, { _type, anchor, navigationLabel, contactSection }] of sections.entries()) {
    const path = `${document}: sections[${index}] (${_type})`;
    if (anchor && anchors.indexOf(anchor) !== anchors.lastIndexOf(anchor)) {
      problems.push(`${path}.anchor: another section is called "${anchor}" too.`);
    }
    if (navigationLabel && !anchor) problems.push(`${path}.anchor is missing, but the page's menu names it.`);
    if (contactSection && !anchors.includes(contactSection)) {
      problems.push(
        `${path}.contactSection leads to "#${contactSection}", a section that its page does not have.`,
      );
    }
  }
  if (problems.length > 0) throw new ContentError(problems);
}

import { ContentError, type Problem, type ProblemPlace } from "./problem.ts";

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
export function assertPlaces(document: ProblemPlace, sections: readonly Placed[]): void {
  const problems: Problem[] = [];
  const anchors = sections.flatMap(({ anchor }) => anchor ?? []);
  for (const [index, { _type, anchor, navigationLabel, contactSection }] of sections.entries()) {
    const path = `sections[${index}] (${_type})`;
    if (anchor && anchors.indexOf(anchor) !== anchors.lastIndexOf(anchor)) {
      problems.push({ document, field: `${path}.anchor`, reason: "anchor-twice", anchor });
    }
    if (navigationLabel && !anchor) {
      problems.push({ document, field: `${path}.anchor`, reason: "menu-without-anchor" });
    }
    if (contactSection && !anchors.includes(contactSection)) {
      const field = `${path}.contactSection`;
      problems.push({ document, field, reason: "section-gone", anchor: contactSection });
    }
  }
  if (problems.length > 0) throw new ContentError(problems);
}

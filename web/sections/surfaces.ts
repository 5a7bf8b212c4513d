import type { SectionType } from "#cms/content/types.ts";

export type Paper = "plain" | "tinted" | "ink";

type Placed = { _type: SectionType };

/**
 * The paper that each section of a page lies on. Some types stand on ink; the others change between plain and
 * tinted from one to the next, in whatever order an editor puts them.
 */
export function papersOf(sections: readonly Placed[]): Paper[] {
  const papers: Paper[] = [];
  for (const [index, { _type }] of sections.entries()) {
    if (standsOnInk(sections, index)) papers.push("ink");
    else if (_type === "hero") papers.push("plain");
    else papers.push(papers.at(-1) === "plain" && sections[index - 1]?._type !== "hero" ? "tinted" : "plain");
  }
  return papers;
}

// Of the pictures with text only the first one: two dark ones would weigh too much.
const standsOnInk = (sections: readonly Placed[], index: number) => {
  const type = sections[index]?._type;
  if (type === "pictureText") return sections.findIndex(({ _type }) => _type === type) === index;
  return type === "callToAction" || type === "highlights";
};

import type { SectionType } from "#cms/content/types.ts";

export type Surface = "plain" | "tinted" | "ink";

type Placed = { _type: SectionType };

/**
 * The surface that each section of a page lies on. Some types stand on ink; the others change between plain and
 * tinted from one to the next, in whatever order an editor puts them.
 */
export function toSurfaces(sections: readonly Placed[]): Surface[] {
  const surfaces: Surface[] = [];
  for (const [index, { _type }] of sections.entries()) {
    if (standsOnInk(sections, index)) surfaces.push("ink");
    else if (_type === "hero") surfaces.push("plain");
    else
      surfaces.push(
        surfaces.at(-1) === "plain" && sections[index - 1]?._type !== "hero" ? "tinted" : "plain",
      );
  }
  return surfaces;
}

// Of the pictures with text only the first one: two dark ones would weigh too much.
const standsOnInk = (sections: readonly Placed[], index: number) => {
  const type = sections[index]?._type;
  if (type === "pictureText") return sections.findIndex(({ _type }) => _type === type) === index;
  return type === "callToAction" || type === "highlights";
};

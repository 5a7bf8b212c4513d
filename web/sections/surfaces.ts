export type Surface = "plain" | "tinted" | "ink";

/**
 * How a kind of section chooses its surface: `opening` lies on the plain one, and so does what follows it; `ink` always
 * stands on ink, `first-ink` only the first time on a page; what says nothing alternates.
 */
export type SurfaceRule = "opening" | "ink" | "first-ink" | "alternating";

type Placed = { _type: string; rule: SurfaceRule };

/**
 * The surface that each section of a page lies on. Some kinds stand on ink; the others change between plain and tinted
 * from one to the next, in any order that an editor puts them in.
 */
export function toSurfaces(sections: readonly Placed[]): Surface[] {
  const surfaces: Surface[] = [];
  for (const [index, { rule }] of sections.entries()) {
    const tinted = surfaces.at(-1) === "plain" && sections[index - 1]?.rule !== "opening";
    if (standsOnInk(sections, index)) surfaces.push("ink");
    else surfaces.push(tinted && rule !== "opening" ? "tinted" : "plain");
  }
  return surfaces;
}

// Two dark ones of a kind with pictures would weigh too much.
const standsOnInk = (sections: readonly Placed[], index: number) => {
  const section = sections[index];
  if (section?.rule !== "first-ink") return section?.rule === "ink";
  return sections.findIndex(({ _type }) => _type === section._type) === index;
};

export type Surface = "plain" | "tinted" | "ink";

/**
 * The rule for the surface of a section type. `opening` is plain, and so is the section after it. `ink` is always on
 * ink, `first-ink` only the first of its type on a page. `alternating` alternates between plain and tinted.
 */
export type SurfaceRule = "opening" | "ink" | "first-ink" | "alternating";

type RuledSection = { _type: string; rule: SurfaceRule };

/**
 * Returns the surface of each section by its rule, so that editors can put sections in any order. Sections that are not
 * on ink alternate between plain and tinted, but an opening and the next section are plain.
 */
export function toSurfaces(sections: readonly RuledSection[]): Surface[] {
  const surfaces: Surface[] = [];
  for (const [index, { rule }] of sections.entries()) {
    const isTinted = surfaces.at(-1) === "plain" && sections[index - 1]?.rule !== "opening";
    if (isOnInk(sections, index)) surfaces.push("ink");
    else surfaces.push(isTinted && rule !== "opening" ? "tinted" : "plain");
  }
  return surfaces;
}

/** Whether a section has the surface `ink`. Two dark sections of a `first-ink` type would dominate the page. */
const isOnInk = (sections: readonly RuledSection[], index: number) => {
  const section = sections[index];
  if (section?.rule !== "first-ink") return section?.rule === "ink";
  return sections.findIndex(({ _type }) => _type === section._type) === index;
};

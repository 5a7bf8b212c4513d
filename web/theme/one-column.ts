/** A grid of one column, as wide as its place: an `auto` one would be as wide as the longest word that anyone wrote. */
export const oneColumn = { display: "grid", gridTemplateColumns: "minmax(0, 1fr)" } as const;

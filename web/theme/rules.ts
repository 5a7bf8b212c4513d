import { wide } from "./media.ts";
import { vars } from "./vars.css.ts";

/**
 * Rules of a grid of one column that is as wide as its container. An `auto` column would be as wide as the longest
 * word.
 */
export const oneColumn = { display: "grid", gridTemplateColumns: "minmax(0, 1fr)" } as const;

/** Rules of two parts that share their middle. They are beside each other on laptops and wider screens. */
export const sideBySide = (gridTemplateColumns: string) =>
  ({
    display: "grid",
    gap: vars.space.xlarge,
    alignItems: "center",
    "@media": { [wide.laptop]: { gridTemplateColumns, columnGap: vars.space.xxlarge } },
  }) as const;

/** Rules of a column with one distance between its children. */
export const column = (space: keyof typeof vars.space) =>
  ({ display: "flex", flexDirection: "column", gap: vars.space[space] }) as const;

/** Rules of a row with one distance between its children, which share their middle. */
export const centeredRow = (space: keyof typeof vars.space) =>
  ({ display: "flex", alignItems: "center", gap: vars.space[space] }) as const;

/** Rules of `centeredRow`, with the children at both ends. */
export const splitRow = (space: keyof typeof vars.space) =>
  ({ ...centeredRow(space), justifyContent: "space-between" }) as const;

/** Rules of a text on one line, which ends with an ellipsis if it has no room. */
export const oneLine = { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" } as const;

/** Rules of a serif text. Callers give larger texts tighter lines and letters. */
export const serif = (fontSize: string, lineHeight: number, letterSpacing: string) => ({
  fontFamily: vars.font.serif,
  fontSize,
  lineHeight,
  letterSpacing,
});

/**
 * The inset of a bar that sticks to an edge of the window. In a window narrower than 16 rem, as with text of 200 % on a
 * phone, the bar would take too much room, so it scrolls away.
 */
export const stickyInset = "min(0px, (100vi - 16rem) * 99)";

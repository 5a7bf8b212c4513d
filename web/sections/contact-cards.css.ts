import { style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";

export const cards = style({
  display: "grid",
  columnGap: vars.space.xlarge,
  "@media": { [wide.tablet]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" } },
});

export const card = style({
  position: "relative",
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr)",
  columnGap: vars.space.medium,
  rowGap: vars.space.xxsmall,
  // In a row of two, the one with fewer words does not spread them.
  alignContent: "start",
  paddingBlock: vars.space.large,
  borderBlockStart: `1px solid ${vars.color.line}`,
});

export const mark = style({ gridRow: "1 / span 3", color: vars.color.accent, paddingBlockStart: "0.2rem" });

export const link = style({
  fontWeight: 600,
  textDecorationColor: vars.color.accent,
  textDecorationThickness: "2px",
  overflowWrap: "anywhere",
  selectors: {
    "&::after": { content: "", position: "absolute", inset: 0 },
    "&:focus-visible": { outline: "none" },
    "&:focus-visible::after": { outline: `3px solid ${vars.color.accent}`, borderRadius: vars.radius.small },
    [`${card}:hover &`]: { color: vars.color.accent },
  },
});

import { globalStyle, style } from "@vanilla-extract/css";
import { narrow, wide } from "#web/theme/media.ts";
import { centeredRow } from "#web/theme/rules.ts";
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
  // In a row of two, the shorter card does not stretch its content.
  alignContent: "start",
  paddingBlock: vars.space.medium,
  borderBlockStart: `1px solid ${vars.color.line}`,
  "@media": { [narrow]: { paddingBlock: vars.space.small, rowGap: 0 } },
});
globalStyle(`${card} > p`, { "@media": { [narrow]: { fontSize: vars.textSize.small } } });

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

export const choice = style({
  ...centeredRow("medium"),
  flexWrap: "wrap",
  marginBlockEnd: vars.space.xlarge,
  padding: vars.space.medium,
  borderInlineStart: `4px solid ${vars.color.leaf}`,
  borderRadius: vars.radius.small,
  background: vars.color.raised,
  // The text is before the buttons if both fit.
  selectors: {
    "&:not(:target)": { display: "none" },
    // Leaves the content above in view.
    "&&": { scrollMarginTop: `calc(var(--under-header) + ${vars.space.medium})` },
  },
});

/** The number of plans with their own variants of the section's links. Further plans get the general links. */
export const maxPlans = 9;

export const variant = style({});
globalStyle(`${variant}:not([data-variant="0"])`, { display: "none" });
for (let index = 1; index <= maxPlans; index++) {
  const isChosen = `section:has(${choice}:nth-child(${index}):target)`;
  globalStyle(`${isChosen} ${variant}[data-variant="0"]`, { display: "none" });
  globalStyle(`${isChosen} ${variant}[data-variant="${index}"]`, { display: "block" });
}

// The mark stays beside the first line.
export const choiceText = style({ display: "flex", alignItems: "baseline", gap: vars.space.small });
export const choiceMark = style({
  display: "flex",
  color: vars.color.leaf,
  alignSelf: "start",
  paddingBlockStart: "0.2em",
});

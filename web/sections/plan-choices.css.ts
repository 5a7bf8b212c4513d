import { globalStyle, style } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

export const choice = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: vars.space.medium,
  marginBlockEnd: vars.space.xlarge,
  padding: vars.space.medium,
  borderInlineStart: `4px solid ${vars.color.leaf}`,
  borderRadius: vars.radius.small,
  background: vars.color.raised,
  // The words before the buttons, as far as there is room.
  selectors: {
    "&:not(:target)": { display: "none" },
    // Above it the page is seen, too.
    "&&": { scrollMarginTop: `calc(var(--under-header) + ${vars.space.medium})` },
  },
});

/** The plans that have variants of the section's links. A plan further down gets the general ones. */
export const maxPlans = 9;

export const variant = style({});
globalStyle(`${variant}:not([data-variant="0"])`, { display: "none" });
for (let index = 1; index <= maxPlans; index++) {
  const isChosen = `section:has(${choice}:nth-child(${index}):target)`;
  globalStyle(`${isChosen} ${variant}[data-variant="0"]`, { display: "none" });
  globalStyle(`${isChosen} ${variant}[data-variant="${index}"]`, { display: "block" });
}

// The mark stays beside the first of its words.
export const words = style({ display: "flex", alignItems: "baseline", gap: vars.space.small });
export const mark = style({
  display: "flex",
  color: vars.color.leaf,
  alignSelf: "start",
  paddingBlockStart: "0.2em",
});

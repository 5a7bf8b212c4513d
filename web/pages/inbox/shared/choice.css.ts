import { style } from "@vanilla-extract/css";
import { centeredRow, oneLine } from "#web/theme/rules.ts";
import { shadow } from "#web/theme/tokens.ts";
import { vars } from "#web/theme/vars.css.ts";

export const choice = style({
  position: "relative",
  display: "inline-flex",
  alignItems: "center",
  gap: vars.space.xsmall,
  minBlockSize: "2.75rem",
  paddingInline: vars.space.small,
  borderRadius: vars.radius.round,
  fontSize: vars.textSize.small,
  fontWeight: 600,
  whiteSpace: "nowrap",
  cursor: "pointer",
  selectors: {
    "&:hover": { background: vars.color.tinted },
    "&:has(:checked)": { background: vars.color.text, color: vars.color.surface },
    "&:has(:focus-visible)": { outline: `3px solid ${vars.color.accent}`, outlineOffset: "2px" },
  },
  "@media": {
    // Forced colors remove backgrounds, except system colors.
    "(forced-colors: active)": {
      selectors: {
        "&:has(:checked)": { forcedColorAdjust: "none", background: "Highlight", color: "HighlightText" },
      },
    },
  },
});
// The control is transparent but as large as its label, so the user presses the control itself.
export const radio = style({
  position: "absolute",
  inset: 0,
  inlineSize: "100%",
  blockSize: "100%",
  margin: 0,
  opacity: 0,
  cursor: "pointer",
});
export const checkbox = style({
  inlineSize: "1.125rem",
  blockSize: "1.125rem",
  margin: 0,
  accentColor: vars.color.accent,
  cursor: "pointer",
});

/** The styles of a popover that `placeBelow` positions. */
export const popover = style({
  position: "fixed",
  inset: "auto",
  insetBlock: "var(--top) var(--bottom)",
  maxBlockSize: "calc(var(--room) - 1.5rem)",
  margin: 0,
  overflowY: "auto",
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.medium,
  background: vars.color.raised,
  color: vars.color.text,
  boxShadow: shadow.menu,
});

export const menu = style([
  popover,
  {
    insetInlineStart: "min(var(--left), 100vw - 17rem)",
    inlineSize: "16rem",
    padding: vars.space.xxsmall,
  },
]);
export const menuItem = style({
  ...centeredRow("small"),
  inlineSize: "100%",
  minBlockSize: "2.75rem",
  paddingInline: vars.space.medium,
  border: 0,
  borderRadius: vars.radius.small,
  background: "transparent",
  color: "inherit",
  fontSize: "1rem",
  textAlign: "start",
  textDecoration: "none",
  cursor: "pointer",
  selectors: {
    "&:hover, &:active": { background: vars.color.tinted },
    "&:focus-visible": { outlineOffset: "-3px" },
    "&[aria-pressed=true]": { fontWeight: 700 },
  },
});
/** The current value of a menu, on its button. */
export const value = style({ maxInlineSize: "10rem", ...oneLine });

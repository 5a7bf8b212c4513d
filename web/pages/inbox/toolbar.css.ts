import { style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";
import { rowInset } from "./row-inset.ts";

export const toolbar = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  gridTemplateAreas: '"title signOut" "search search" "filter filter"',
  alignItems: "center",
  gap: `${vars.space.xsmall} ${vars.space.large}`,
  paddingBlock: vars.space.small,
  paddingInline: rowInset,
  "@media": {
    [wide.laptop]: {
      gridTemplateColumns: "auto minmax(14rem, 26rem) auto 1fr",
      gridTemplateAreas: '"title search filter signOut"',
    },
  },
});

export const title = style({ gridArea: "title" });
export const signOut = style({
  gridArea: "signOut",
  justifySelf: "end",
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "flex-end",
  marginInlineEnd: "-1rem",
});

export const search = style({ gridArea: "search" });
export const searchBox = style({ display: "grid", alignItems: "center", position: "relative" });
export const searchIcon = style({
  gridArea: "1 / 1",
  marginInlineStart: vars.space.small,
  color: vars.color.quiet,
  pointerEvents: "none",
  zIndex: 1,
});
export const searchInput = style({
  gridArea: "1 / 1",
  inlineSize: "100%",
  minBlockSize: "2.75rem",
  paddingInlineStart: "2.75rem",
  paddingInlineEnd: vars.space.small,
  border: `1px solid ${vars.color.control}`,
  borderRadius: vars.radius.round,
  background: vars.color.raised,
  selectors: {
    "&::placeholder": { color: vars.color.quiet, opacity: 1 },
    "&:focus-visible": { borderRadius: vars.radius.round, outlineOffset: "1px" },
  },
});

export const filter = style({
  gridArea: "filter",
  display: "flex",
  flexWrap: "wrap",
  gap: vars.space.xxsmall,
});

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
});

// Unseen, but as large as its label: what is pressed is the control itself.
export const radio = style({
  position: "absolute",
  inset: 0,
  inlineSize: "100%",
  blockSize: "100%",
  margin: 0,
  opacity: 0,
  cursor: "pointer",
});
export const count = style({ fontWeight: 400, opacity: 0.85 });

import { globalStyle, style } from "@vanilla-extract/css";
import { choice } from "#web/pages/inbox/choice.css.ts";
import { rowInset } from "#web/pages/inbox/row-inset.ts";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";

export const toolbar = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  gridTemplateAreas: '"title tools" "search search" "filter filter"',
  alignItems: "center",
  gap: vars.space.xsmall,
  paddingBlock: vars.space.small,
  paddingInline: rowInset,
  "@media": {
    [wide.laptop]: {
      columnGap: vars.space.large,
      gridTemplateColumns: "auto minmax(12rem, 26rem) max-content 1fr",
      gridTemplateAreas: '"title search filter tools"',
    },
  },
});

export const title = style({ gridArea: "title", whiteSpace: "nowrap" });
export const tools = style({
  gridArea: "tools",
  justifySelf: "end",
  display: "flex",
  alignItems: "center",
  marginInlineEnd: "-0.75rem",
});
export const exporting = style({ inlineSize: "3rem", accentColor: vars.color.accent });

export const find = style({ gridArea: "search", display: "flex", gap: vars.space.xsmall, minInlineSize: 0 });
export const search = style({ flex: 1, minInlineSize: 0 });
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

// On a narrow screen the four share the width, each with its count below.
const small = `not all and ${wide.tablet}`;

export const filter = style({
  gridArea: "filter",
  display: "flex",
  gap: vars.space.xxsmall,
  "@media": {
    [small]: { display: "grid", gridTemplateColumns: "repeat(4, minmax(0, 1fr))", marginInline: "-0.5rem" },
  },
});

globalStyle(`${filter} > ${choice}`, {
  "@media": {
    [small]: {
      flexDirection: "column",
      justifyContent: "center",
      gap: 0,
      paddingInline: 0,
      borderRadius: vars.radius.medium,
      lineHeight: 1.3,
    },
  },
});

export const count = style({
  fontWeight: 400,
  opacity: 0.85,
  // There before the number is: up to 99, a filter does not move from under the finger.
  minInlineSize: "2ch",
  minBlockSize: "1lh",
  textAlign: "center",
});

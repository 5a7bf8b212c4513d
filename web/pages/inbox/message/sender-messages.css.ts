import { style } from "@vanilla-extract/css";
import { oneColumn } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const others = style({
  ...oneColumn,
  gap: vars.space.xsmall,
  paddingBlockStart: vars.space.medium,
  borderBlockStart: `1px solid ${vars.color.line}`,
  fontSize: vars.textSize.small,
  "@media": { print: { display: "none" } },
});
export const other = style({
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  gap: vars.space.medium,
  minBlockSize: "2.75rem",
  marginInline: "-0.5rem",
  paddingInline: "0.5rem",
  borderRadius: vars.radius.small,
  textDecoration: "none",
  selectors: {
    "&:hover": { background: vars.color.raised },
    "&[data-unread=true]": { fontWeight: 600 },
    "&:focus-visible": { outlineOffset: "-3px" },
  },
});
export const beginning = style({
  minInlineSize: 0,
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
});
export const age = style({ flexShrink: 0, color: vars.color.quiet, fontWeight: 400 });

import { style } from "@vanilla-extract/css";
import * as choice from "#web/pages/inbox/choice.css.ts";
import { vars } from "#web/theme/vars.css.ts";

export const header = style({ borderBlockEnd: `1px solid ${vars.color.line}` });
export const bar = style({
  display: "flex",
  alignItems: "center",
  minBlockSize: "2.875rem",
  paddingInlineStart: "3px",
  paddingInlineEnd: vars.space.xxsmall,
  fontSize: vars.textSize.small,
});
export const choose = style({
  display: "grid",
  placeItems: "center",
  inlineSize: "2.75rem",
  blockSize: "2.75rem",
  flexShrink: 0,
  cursor: "pointer",
});
export const checkbox = choice.checkbox;
export const count = style({
  flex: 1,
  minInlineSize: 0,
  color: vars.color.quiet,
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
});
export const more = style({
  display: "flex",
  justifyContent: "center",
  paddingInline: vars.space.medium,
  paddingBlockEnd: vars.space.xxsmall,
  fontSize: vars.textSize.small,
  textAlign: "center",
});
export const progress = style({
  flex: 1,
  display: "flex",
  alignItems: "center",
  gap: vars.space.small,
  paddingInline: vars.space.medium,
});
export const meter = style({ inlineSize: "8rem", maxInlineSize: "40%", accentColor: vars.color.accent });

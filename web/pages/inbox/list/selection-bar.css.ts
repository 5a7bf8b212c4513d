import { style } from "@vanilla-extract/css";
import * as choice from "#web/pages/inbox/shared/choice.css.ts";
import { rowInset } from "#web/pages/inbox/shared/layout.ts";
import { vars } from "#web/theme/vars.css.ts";

export const selection = style({
  selectors: { "&:not(:empty)": { borderBlockStart: `1px solid ${vars.color.line}` } },
});
export const bar = style({
  display: "flex",
  alignItems: "center",
  minBlockSize: "2.875rem",
  paddingInlineStart: "3px",
  paddingInlineEnd: vars.space.xxsmall,
  background: vars.color.tinted,
  fontSize: vars.textSize.small,
});
export const choose = style({
  gridArea: "choose",
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
  paddingInlineStart: `calc(${rowInset} - 3px)`,
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
  selectors: { [`${choose} + &`]: { paddingInlineStart: 0 } },
});
export const more = style({
  display: "flex",
  justifyContent: "center",
  paddingInline: vars.space.medium,
  paddingBlockEnd: vars.space.xxsmall,
  background: vars.color.tinted,
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

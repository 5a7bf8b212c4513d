import { style } from "@vanilla-extract/css";
import { centeredRow } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const keys = style({
  display: "grid",
  gridTemplateColumns: "max-content 1fr",
  alignItems: "baseline",
  gap: `${vars.space.xsmall} ${vars.space.large}`,
  fontSize: vars.textSize.small,
});
export const key = style({ display: "flex", gap: vars.space.xxsmall });
export const cap = style({
  minInlineSize: "1.75rem",
  paddingInline: vars.space.xsmall,
  border: `1px solid ${vars.color.control}`,
  borderRadius: vars.radius.small,
  fontFamily: "inherit",
  textAlign: "center",
});
export const choice = style({
  ...centeredRow("small"),
  minBlockSize: "2.75rem",
  fontSize: vars.textSize.small,
  cursor: "pointer",
});

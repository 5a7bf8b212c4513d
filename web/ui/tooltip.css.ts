import { style } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

export const anchor = style({ display: "inline-flex" });

export const tooltip = style({
  position: "fixed",
  inset: "auto",
  margin: 0,
  maxInlineSize: "18rem",
  padding: `${vars.space.xxsmall} ${vars.space.xsmall}`,
  border: 0,
  borderRadius: vars.radius.small,
  background: vars.color.text,
  color: vars.color.surface,
  fontSize: vars.textSize.small,
  lineHeight: 1.4,
});

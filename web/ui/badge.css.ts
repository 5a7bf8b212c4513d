import { style } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

export const badge = style({
  display: "inline-block",
  paddingInline: vars.space.xsmall,
  borderRadius: vars.radius.round,
  background: vars.color.leaf,
  color: vars.color.onLeaf,
  fontSize: "0.75rem",
  fontWeight: 600,
  lineHeight: 1.6,
  whiteSpace: "nowrap",
});

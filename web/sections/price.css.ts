import { style } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

export const price = style({
  fontFamily: vars.font.serif,
  fontSize: vars.textSize.title,
  lineHeight: 1.25,
  letterSpacing: "-0.008em",
});

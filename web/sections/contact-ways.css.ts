import { style } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

export const ways = style({ display: "flex", flexWrap: "wrap", columnGap: vars.space.large });
export const way = style({
  display: "inline-block",
  // With its line of text, a target of 44 px.
  paddingBlock: "0.55rem",
  fontWeight: 600,
  overflowWrap: "anywhere",
});
export const whole = style({ whiteSpace: "nowrap" });

import { globalStyle, style } from "@vanilla-extract/css";
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

export const direct = style([
  way,
  { display: "inline-flex", flexWrap: "wrap", alignItems: "center", columnGap: vars.space.xsmall },
]);
globalStyle(`${direct} svg`, { color: vars.color.accent });

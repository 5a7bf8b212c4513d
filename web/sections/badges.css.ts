import { style } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

export const words = style({
  display: "flex",
  flexWrap: "wrap",
  marginBlockStart: vars.space.xlarge,
  columnGap: vars.space.xlarge,
  rowGap: vars.space.medium,
});
export const word = style({
  display: "flex",
  alignItems: "center",
  gap: vars.space.xsmall,
  fontFamily: vars.font.serif,
  fontSize: "clamp(1.328rem, 1.1rem + 0.7vw, 1.625rem)",
  selectors: {
    "&::before": {
      content: "",
      inlineSize: "0.5em",
      blockSize: "0.5em",
      background: vars.color.accent,
      // A petal.
      borderRadius: "0 100% 0 100%",
    },
  },
});

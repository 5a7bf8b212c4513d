import { style } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

// A quiet list of words with a mark.
export const words = style({
  display: "flex",
  flexWrap: "wrap",
  columnGap: vars.space.xlarge,
  rowGap: vars.space.medium,
});
export const word = style({
  display: "flex",
  alignItems: "center",
  gap: vars.space.xsmall,
  fontFamily: vars.font.serif,
  fontSize: vars.textSize.title,
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

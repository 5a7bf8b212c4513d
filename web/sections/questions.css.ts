import { globalStyle, style } from "@vanilla-extract/css";
import { reducedMotion } from "#web/theme/media.ts";
import { serif, splitRow } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const questions = style({ borderBlockEnd: `1px solid ${vars.color.line}` });

export const entry = style({ borderBlockStart: `1px solid ${vars.color.line}` });
// Animates the opening to the height of the answer, in browsers that support it.
globalStyle(`${entry}::details-content`, {
  blockSize: 0,
  overflow: "clip",
  "@media": {
    // The global rule for reduced motion does not reach this pseudo-element.
    [`not all and ${reducedMotion}`]: {
      transition: `block-size ${vars.motion.moderate} ${vars.motion.ease}, content-visibility ${vars.motion.moderate} allow-discrete`,
    },
  },
});
globalStyle(`${entry}[open]::details-content`, { blockSize: "auto" });

export const summary = style({
  ...splitRow("large"),
  paddingBlock: vars.space.large,
  listStyle: "none",
  cursor: "pointer",
  ":hover": { color: vars.color.accent },
  selectors: { "&::-webkit-details-marker": { display: "none" } },
});

export const question = style({
  ...serif("clamp(1.25rem, 1.1rem + 0.65vw, 1.6rem)", 1.25, "-0.01em"),
  textWrap: "balance",
});

export const mark = style({
  flexShrink: 0,
  color: vars.color.accent,
  transition: `rotate ${vars.motion.moderate} ${vars.motion.ease}`,
  selectors: { [`${entry}[open] &`]: { rotate: "180deg" } },
});

export const answer = style({ paddingBlockEnd: vars.space.large, color: vars.color.quiet });

import { keyframes, style } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";
import { rowInset } from "./layout.ts";

export const notice = style({
  display: "grid",
  gap: vars.space.xsmall,
  justifyItems: "start",
  paddingBlock: vars.space.xxlarge,
  paddingInline: rowInset,
  // The notice repeats the search, which can be one long word.
  overflowWrap: "anywhere",
});
export const action = style({ marginBlockStart: vars.space.small });

export const waiting = style({ minBlockSize: "20rem" });

const breathe = keyframes({ "50%": { opacity: 0.45 } });

export const row = style({
  display: "grid",
  gap: vars.space.xsmall,
  paddingBlock: vars.space.medium,
  paddingInline: rowInset,
  borderBlockEnd: `1px solid ${vars.color.line}`,
  animation: `${breathe} 1.6s ease-in-out infinite`,
});
export const line = style({
  blockSize: "0.75rem",
  maxInlineSize: "40rem",
  borderRadius: vars.radius.small,
  background: vars.color.line,
});
export const shortLine = style([line, { inlineSize: "min(12rem, 60%)" }]);

import { style, styleVariants } from "@vanilla-extract/css";
import { oneColumn } from "#web/theme/rules.ts";
import { backdrop } from "#web/theme/tokens.ts";
import { vars } from "#web/theme/vars.css.ts";

export const dialog = style({
  inlineSize: `min(30rem, calc(100vw - 2 * ${vars.space.medium}))`,
  maxBlockSize: `calc(100dvb - 2 * ${vars.space.medium})`,
  overflowY: "auto",
  margin: "auto",
  padding: 0,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.medium,
  background: vars.color.raised,
  color: vars.color.text,
  opacity: 1,
  transition: `opacity ${vars.motion.moderate} ${vars.motion.ease}, translate ${vars.motion.moderate} ${vars.motion.ease}`,
  "@starting-style": { opacity: 0, translate: "0 0.5rem" },
  selectors: { "&::backdrop": { background: backdrop } },
});

export const intro = style({
  ...oneColumn,
  gap: vars.space.xsmall,
  marginBlockEnd: vars.space.large,
});

export const buttons = style({
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "flex-end",
  gap: vars.space.small,
});

export const size = styleVariants({
  narrow: {},
  wide: { inlineSize: `min(56rem, calc(100vw - 2 * ${vars.space.medium}))` },
});
// A click on the padding of the dialog would count as a click outside, so the padding is inside.
export const inside = style({ padding: vars.space.large });
export const modal = style([inside, { ...oneColumn, gap: vars.space.medium }]);
export const head = style({
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  minBlockSize: "2.75rem",
  marginInlineEnd: "-0.5rem",
});

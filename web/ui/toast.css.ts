import { keyframes, style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { shadow } from "#web/theme/tokens.ts";
import { vars } from "#web/theme/vars.css.ts";
import { messageColor } from "./text.css.ts";

export const region = style({
  position: "fixed",
  insetInline: 0,
  insetBlockEnd: 0,
  zIndex: 30,
  display: "flex",
  flexDirection: "column",
  padding: vars.space.medium,
  paddingBlockEnd: `calc(max(${vars.space.medium}, env(safe-area-inset-bottom)) + var(--end-bar, 0px))`,
  pointerEvents: "none",
  "@media": { [wide.tablet]: { insetInlineStart: "auto", inlineSize: "28rem" } },
});

export const group = style({ display: "flex", flexDirection: "column" });

const arrive = keyframes({ from: { opacity: 0, translate: "0 0.75rem" } });

export const toast = style({
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr) auto",
  alignItems: "start",
  columnGap: vars.space.small,
  marginBlockStart: vars.space.xsmall,
  paddingBlock: vars.space.xsmall,
  paddingInlineStart: vars.space.medium,
  paddingInlineEnd: vars.space.xxsmall,
  background: vars.color.raised,
  color: vars.color.text,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.medium,
  boxShadow: shadow.toast,
  pointerEvents: "auto",
  animation: `${arrive} ${vars.motion.moderate} ${vars.motion.ease}`,
});

export const mark = style({ marginBlockStart: "0.75rem", color: messageColor });

export const content = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
});

export const texts = style({
  minInlineSize: 0,
  paddingBlock: "0.625rem",
  fontSize: vars.textSize.small,
  lineHeight: 1.5,
});
export const title = style({ fontSize: "1rem", fontWeight: 600 });

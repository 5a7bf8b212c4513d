import { globalStyle, style } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";
import { rowInset } from "./row-inset.ts";

export const list = style({
  transition: `opacity ${vars.motion.calm} ${vars.motion.ease}`,
  selectors: { "&[aria-busy=true]": { opacity: 0.55 } },
});

export const item = style({
  borderBlockEnd: `1px solid ${vars.color.line}`,
  contentVisibility: "auto",
  containIntrinsicBlockSize: "auto 7rem",
  blockSize: "auto",
  transition: `opacity ${vars.motion.calm} ${vars.motion.ease}, block-size ${vars.motion.calm} ${vars.motion.ease}`,
  selectors: { "&[data-leaving=true]": { opacity: 0, blockSize: 0, overflow: "clip" } },
});

export const row = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  gap: `0 ${vars.space.small}`,
  paddingBlock: vars.space.small,
  paddingInlineStart: `calc(${rowInset} - 3px)`,
  paddingInlineEnd: rowInset,
  borderInlineStart: "3px solid transparent",
  fontSize: vars.textSize.small,
  lineHeight: 1.5,
  textDecoration: "none",
  selectors: {
    "&:hover": { background: vars.color.raised },
    "&[aria-current=true]": { background: vars.color.tinted, borderInlineStartColor: vars.color.accent },
    "&:focus-visible": { outlineOffset: "-3px" },
  },
});

export const sender = style({
  display: "flex",
  alignItems: "center",
  gap: vars.space.xsmall,
  minInlineSize: 0,
  fontSize: "1rem",
});
export const name = style({ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" });
globalStyle(`${row}[data-unread=true] ${name}`, { fontWeight: 700 });

export const age = style({ color: vars.color.quiet, whiteSpace: "nowrap" });
export const service = style({
  gridColumn: "1 / -1",
  color: vars.color.quiet,
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
});

export const preview = style({
  gridColumn: "1 / -1",
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
  overflow: "hidden",
  overflowWrap: "anywhere",
});

export const foot = style({
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  gap: vars.space.medium,
  paddingBlock: vars.space.medium,
  paddingInline: rowInset,
  color: vars.color.quiet,
  fontSize: vars.textSize.small,
});

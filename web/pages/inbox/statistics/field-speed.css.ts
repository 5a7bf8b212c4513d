import { globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { narrow } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";

export const speed = style({
  display: "grid",
  gap: vars.space.medium,
  minInlineSize: 0,
  paddingBlockStart: vars.space.large,
  borderBlockStart: `1px solid ${vars.color.line}`,
});

export const caption = style({ paddingBlockEnd: vars.space.xsmall, fontWeight: 600, textAlign: "start" });

// As wide as its place whatever is in it: names break, and nothing scrolls sideways on a phone.
export const table = style({
  tableLayout: "fixed",
  inlineSize: "100%",
  borderCollapse: "collapse",
  fontSize: vars.textSize.small,
  "@media": { [narrow]: { fontSize: "0.8125rem" } },
});
globalStyle(`${table} :is(th, td)`, {
  paddingBlock: vars.space.xsmall,
  paddingInline: `0 ${vars.space.xxsmall}`,
  borderBlockEnd: `1px solid ${vars.color.line}`,
  fontWeight: 400,
  textAlign: "start",
  verticalAlign: "top",
  overflowWrap: "break-word",
  hyphens: "auto",
});
globalStyle(`${table} :is(th, td):last-child`, { paddingInlineEnd: 0 });
globalStyle(`${table} thead th:first-child`, { inlineSize: "30%" });
globalStyle(`${table} thead th`, { color: vars.color.quiet, verticalAlign: "bottom" });
globalStyle(`${table} thead th:not(:first-child)`, { "@media": { [narrow]: { fontSize: "0.75rem" } } });
globalStyle(`${table} tbody tr:first-child th`, { fontWeight: 600 });

export const letters = style({ display: "block" });
export const samples = style({ display: "block", color: vars.color.quiet, fontWeight: 400 });
export const absent = style({ color: vars.color.quiet });

export const figure = style({
  display: "grid",
  paddingInlineStart: vars.space.xsmall,
  borderInlineStart: "3px solid",
});
export const rating = styleVariants({
  good: { borderColor: vars.color.leaf },
  needs_improvement: { borderColor: vars.color.caution },
  poor: { borderColor: vars.color.critical },
});
export const value = style({ fontWeight: 600 });
export const word = style({ color: vars.color.quiet });
export const parts = style({ inlineSize: "100%", maxInlineSize: "6rem", blockSize: "4px" });
export const part = styleVariants({
  good: { fill: vars.color.leaf },
  needs_improvement: { fill: vars.color.caution },
  poor: { fill: vars.color.critical },
});

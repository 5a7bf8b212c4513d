import { globalStyle, style } from "@vanilla-extract/css";
import { inbox } from "#web/pages/inbox/inbox-screen.css.ts";
import { wide } from "#web/theme/media.ts";
import { oneColumn } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const spans = style({ display: "flex", flexWrap: "wrap", gap: vars.space.xxsmall });

// The names, the figures and the details each share a line.
export const figures = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(7.5rem, 1fr))",
  columnGap: vars.space.medium,
  rowGap: vars.space.small,
});
globalStyle(`${figures} > div`, {
  display: "grid",
  gridRow: "span 3",
  gridTemplateRows: "subgrid",
  alignItems: "end",
  rowGap: 0,
});
globalStyle(`${figures} dt`, { color: vars.color.quiet, fontSize: vars.textSize.small });
export const figure = style({
  fontFamily: vars.font.serif,
  fontSize: vars.textSize.heading,
  lineHeight: 1.2,
});

export const chart = style({ display: "grid", gap: vars.space.xsmall });
export const caption = style({
  display: "flex",
  justifyContent: "space-between",
  fontWeight: 600,
  fontSize: vars.textSize.small,
  textAlign: "start",
});
export const scale = style({ color: vars.color.quiet, fontWeight: 400 });
export const bars = style({
  inlineSize: "100%",
  blockSize: "9rem",
  fill: vars.color.leaf,
  borderBlockEnd: `1px solid ${vars.color.control}`,
});
globalStyle(`${bars} rect:hover`, { fill: vars.color.accent });
export const axis = style({
  display: "flex",
  justifyContent: "space-between",
  color: vars.color.quiet,
  fontSize: vars.textSize.small,
});
export const behind = style({ fontSize: vars.textSize.small });
globalStyle(`${behind} summary`, { minBlockSize: "2.75rem", alignContent: "center", cursor: "pointer" });
export const scrolls = style({ maxBlockSize: "16rem", overflowY: "auto" });
export const table = style({ borderCollapse: "collapse", inlineSize: "100%" });
globalStyle(`${table} :is(th, td)`, {
  paddingBlock: vars.space.xxsmall,
  borderBlockEnd: `1px solid ${vars.color.line}`,
  fontWeight: 400,
  textAlign: "start",
});
globalStyle(`${table} :is(td, thead th:last-child)`, { textAlign: "end" });

export const halves = style({
  ...oneColumn,
  gap: vars.space.large,
  alignItems: "start",
  "@media": { [wide.tablet]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" } },
});
export const shares = style({
  borderCollapse: "collapse",
  inlineSize: "100%",
  fontSize: vars.textSize.small,
});
globalStyle(`${shares} :is(tbody th, td)`, { paddingBlock: vars.space.xxsmall, verticalAlign: "top" });
globalStyle(`${shares} td`, { textAlign: "end", paddingInlineStart: vars.space.small });
export const shareName = style({ fontWeight: 400, textAlign: "start", inlineSize: "100%" });
export const head = style({ whiteSpace: "nowrap" });
globalStyle(`${head} th`, {
  fontWeight: 400,
  color: vars.color.quiet,
  textAlign: "end",
  paddingInlineStart: vars.space.small,
});
globalStyle(`${head} th:first-child`, {
  whiteSpace: "normal",
  fontWeight: 600,
  color: "inherit",
  textAlign: "start",
  paddingInlineStart: 0,
});
globalStyle(`${shares} td`, { whiteSpace: "nowrap" });
// On a phone the bar alone shows the share, and the figures above the time of nine in ten.
globalStyle(`${shares} :is(td, th):is(:nth-child(3), :nth-child(5))`, {
  "@media": { [`not all and ${wide.tablet}`]: { display: "none" } },
});
export const share = style({ inlineSize: "100%", blockSize: "4px", fill: vars.color.leaf });

// Prints the statistics while they are open, without their controls. The chosen period stays.
const print = (rule: Parameters<typeof globalStyle>[1]) => ({ "@media": { print: rule } }) as const;
globalStyle(
  `${inbox}:has(> dialog ${figures}) > :not(dialog)`,
  print({ display: "none !important" as "none" }),
);
globalStyle(
  `dialog:has(${figures})`,
  print({
    ...{
      display: "block !important" as "block",
      position: "static",
      inlineSize: "auto",
      maxInlineSize: "none",
      maxBlockSize: "none",
    },
    ...{ border: 0, overflow: "visible" },
  }),
);
globalStyle(
  `${spans} > :not(:has(:checked)), ${behind}:not([open]), ${behind} summary`,
  print({ display: "none" }),
);
globalStyle(scrolls, print({ maxBlockSize: "none", overflow: "visible" }));
globalStyle(`${bars}, ${share}`, print({ printColorAdjust: "exact" }));

import { globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { onePane } from "#web/pages/inbox/shared/layout.ts";
import { wide } from "#web/theme/media.ts";
import { centeredRow, oneColumn } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const conversation = style({ ...oneColumn, gap: vars.space.small, alignContent: "start" });
export const thread = style({
  ...oneColumn,
  gap: vars.space.small,
  margin: 0,
  padding: 0,
  listStyle: "none",
  maxInlineSize: "72ch",
});

globalStyle(`${thread} > li`, {
  "@media": {
    // The height of the empty composer, which covers the lower edge.
    [wide.laptop]: { scrollMarginBlockEnd: "13rem" },
  },
});

const entryBase = style({
  paddingBlockStart: vars.space.xsmall,
  borderBlockStart: `1px solid ${vars.color.line}`,
  selectors: { "&[data-waiting]": { opacity: 0.85 } },
});
// A note has another surface than what the customer can read.
export const entry = styleVariants({
  customer: [entryBase],
  answer: [
    entryBase,
    { paddingInlineStart: vars.space.small, borderInlineStart: `3px solid ${vars.color.leaf}` },
  ],
  note: [
    entryBase,
    {
      padding: `${vars.space.xsmall} ${vars.space.small}`,
      border: `1px dashed ${vars.color.caution}`,
      borderRadius: vars.radius.small,
      background: vars.color.tinted,
    },
  ],
});
// A mail of somebody else stands aside.
export const otherEntry = style([
  entryBase,
  {
    marginInlineStart: vars.space.medium,
    padding: `${vars.space.xsmall} ${vars.space.small}`,
    border: `1px solid ${vars.color.line}`,
    borderInlineStart: `3px solid ${vars.color.critical}`,
    background: vars.color.raised,
  },
]);
export const head = style({
  ...centeredRow("xsmall"),
  flexWrap: "wrap",
  color: vars.color.quiet,
  fontSize: vars.textSize.small,
});
export const author = style({ color: vars.color.text, fontWeight: 600, overflowWrap: "anywhere" });
export const kind = style({ fontWeight: 600 });
export const delivery = style({
  ...centeredRow("xxsmall"),
  selectors: { "&[data-failed=true]": { color: vars.color.critical, fontWeight: 600 } },
});
// The button is as high as its line; its target reaches beyond the line.
export const entryAction = style({
  marginBlock: "-0.75rem",
  marginInlineStart: "auto",
  "@media": { print: { display: "none" } },
});
export const decisions = style({
  ...centeredRow("xsmall"),
  flexWrap: "wrap",
  marginBlockStart: vars.space.xsmall,
  "@media": { print: { display: "none" } },
});
export const text = style({ maxInlineSize: "68ch", whiteSpace: "pre-wrap", overflowWrap: "anywhere" });
export const event = style({
  color: vars.color.quiet,
  fontSize: vars.textSize.small,
  overflowWrap: "anywhere",
});
globalStyle(`${event} ${text}`, {
  marginBlockEnd: vars.space.small,
  paddingInlineStart: vars.space.small,
  borderInlineStart: `2px solid ${vars.color.line}`,
});
globalStyle(`${event} summary`, {
  inlineSize: "fit-content",
  paddingBlock: vars.space.xsmall,
  cursor: "pointer",
  "@media": { [onePane]: { paddingBlock: vars.space.small } },
});
export const line = style({ color: vars.color.quiet, fontSize: vars.textSize.small });
export const writer = style([line, { fontStyle: "italic" }]);
export const failure = style({ ...centeredRow("small"), flexWrap: "wrap", fontSize: vars.textSize.small });

// The composer stays visible at the lower edge of a wide pane.
export const composer = style({
  ...oneColumn,
  gap: vars.space.xsmall,
  paddingBlock: vars.space.xsmall,
  borderBlockStart: `1px solid ${vars.color.line}`,
  background: vars.color.surface,
  "@media": {
    [wide.laptop]: { position: "sticky", insetBlockEnd: 0, zIndex: 1 },
    print: { display: "none" },
  },
});
export const bar = style({ ...centeredRow("small"), flexWrap: "wrap", justifyContent: "space-between" });
export const kinds = style({ display: "flex", gap: vars.space.xxsmall });
export const kindButton = style({
  minBlockSize: "2.25rem",
  paddingInline: vars.space.small,
  border: 0,
  borderBlockEnd: "2px solid transparent",
  background: "transparent",
  color: vars.color.quiet,
  fontSize: vars.textSize.small,
  fontWeight: 600,
  cursor: "pointer",
  selectors: {
    "&:hover": { color: vars.color.text },
    "&[aria-pressed=true]": { borderBlockEndColor: vars.color.accent, color: vars.color.text },
  },
  "@media": { [onePane]: { minBlockSize: "2.75rem" } },
});
export const saved = style([line, {}]);
export const field = style({
  minBlockSize: "3.75rem",
  maxBlockSize: "min(30dvb, 16rem)",
  fieldSizing: "content",
  contain: "inline-size",
  resize: "vertical",
  // Scrolling the field into view leaves room for the last entry above it.
  scrollMarginBlockStart: "6rem",
  scrollMarginBlockEnd: "4rem",
});
globalStyle(`${composer}[data-composer=note] textarea`, {
  borderStyle: "dashed",
  borderColor: vars.color.caution,
  background: vars.color.tinted,
});
export const foot = style({ ...centeredRow("xsmall"), flexWrap: "wrap", justifyContent: "flex-end" });
export const problem = style({
  flex: 1,
  minInlineSize: "min(12rem, 100%)",
  color: vars.color.quiet,
  fontSize: vars.textSize.small,
  selectors: { "&[data-failed=true]": { color: vars.color.critical, fontWeight: 600 } },
});
export const hold = style({
  ...oneColumn,
  gap: vars.space.xsmall,
  padding: vars.space.small,
  borderInlineStart: `4px solid ${vars.color.caution}`,
  background: vars.color.raised,
  fontSize: vars.textSize.small,
});
export const holdTitle = style({ fontWeight: 600 });
export const heldText = style({
  maxBlockSize: "9rem",
  overflowY: "auto",
  whiteSpace: "pre-wrap",
  overflowWrap: "anywhere",
});
export const holdActions = style({ display: "flex", flexWrap: "wrap", gap: vars.space.xsmall });

import { globalStyle, style } from "@vanilla-extract/css";
import { onePane } from "#web/pages/inbox/one-pane.ts";
import { rowInset } from "#web/pages/inbox/row-inset.ts";
import { wide } from "#web/theme/media.ts";
import { oneColumn } from "#web/theme/one-column.ts";
import { vars } from "#web/theme/vars.css.ts";

export const message = style({
  ...oneColumn,
  gap: vars.space.large,
  // Not wider than is read with ease, so that the next and the previous are where the eye is.
  maxInlineSize: "56rem",
  paddingBlock: vars.space.large,
  paddingInline: vars.space.xlarge,
  "@media": {
    // As high as its place, so that the bar of actions is at the lower edge of a short message, too.
    [onePane]: {
      display: "flex",
      flexDirection: "column",
      minBlockSize: "100%",
      maxInlineSize: "none",
      gap: vars.space.medium,
      paddingBlock: 0,
      paddingInline: rowInset,
    },
  },
});

export const steps = style({
  display: "flex",
  justifyContent: "flex-end",
  "@media": {
    [wide.laptop]: {
      marginBlockEnd: `calc(-1 * ${vars.space.medium})`,
      marginInlineEnd: "-0.75rem",
    },
    print: { display: "none" },
  },
});

// It stays above what is read: the way back, whose message it is, and the ways on.
export const top = style({
  position: "sticky",
  insetBlockStart: 0,
  zIndex: 1,
  display: "flex",
  alignItems: "center",
  gap: vars.space.xxsmall,
  minBlockSize: "3.25rem",
  marginInline: `calc(-1 * ${rowInset})`,
  paddingInline: vars.space.xxsmall,
  borderBlockEnd: `1px solid ${vars.color.line}`,
  background: vars.color.surface,
  "@media": { print: { display: "none" } },
});
globalStyle(`${top} > ${steps}`, { marginInlineStart: "auto" });

export const writer = style({
  display: "grid",
  gap: vars.space.small,
  paddingBlockStart: vars.space.medium,
  borderBlockStart: `1px solid ${vars.color.line}`,
});
export const fullName = style({ fontWeight: 600, overflowWrap: "anywhere" });

export const header = style({ display: "grid", gap: vars.space.xxsmall });
export const sender = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: vars.space.small,
});
export const name = style({
  fontFamily: vars.font.serif,
  fontSize: vars.textSize.title,
  lineHeight: 1.25,
  overflowWrap: "anywhere",
});
// Beside the ways back and on there is a line for it; the whole name is said with the rest of who wrote.
globalStyle(`${top} > ${name}`, {
  minInlineSize: 0,
  fontSize: vars.textSize.body,
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
});

const narrow = `not all and ${wide.tablet}`;

// What answers and what handles go to the next line as wholes, so that no button stands there alone.
const line = style({
  display: "flex",
  flexWrap: "wrap",
  gap: vars.space.xsmall,
  "@media": { print: { display: "none" } },
});
export const actions = style([line, { containerType: "inline-size" }]);
export const actionGroup = style([line, { "@media": { [narrow]: { inlineSize: "100%" } } }]);
// On a phone each line is filled, also by buttons that have a tooltip around them.
globalStyle(`${actionGroup} > *, ${actionGroup} > * > button`, { "@media": { [narrow]: { flexGrow: 1 } } });
globalStyle(`${actions} svg`, { "@media": { [narrow]: { display: "none" } } });
// All that handles a message is longer with its drawings than the line that a small window leaves it.
globalStyle(`${actionGroup}:last-child svg`, {
  "@container": { "(inline-size < 45rem)": { display: "none" } },
});

export const details = style({
  paddingBlock: vars.space.medium,
  borderBlock: `1px solid ${vars.color.line}`,
  "@media": { [onePane]: { paddingBlock: 0, border: 0 } },
});
export const fields = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(20rem, 100%), 1fr))",
  gap: `${vars.space.xxsmall} ${vars.space.large}`,
  "@media": {
    [narrow]: {
      gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
      gap: `${vars.space.small} ${vars.space.medium}`,
    },
  },
});
export const field = style({
  display: "grid",
  gridTemplateColumns: "9rem minmax(0, 1fr)",
  columnGap: vars.space.small,
  alignItems: "baseline",
  alignContent: "start",
  overflowWrap: "anywhere",
  "@media": {
    // A label above its value leaves the value enough room; the address, the longest of them, has a line of its own.
    [narrow]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  selectors: { "&:first-child": { "@media": { [onePane]: { gridColumn: "1 / -1" } } } },
});
export const value = style({ display: "flex", alignItems: "center", minInlineSize: 0 });
globalStyle(`${value} > a`, { minInlineSize: 0 });
export const label = style({ color: vars.color.quiet, fontSize: vars.textSize.small });
export const absent = style({ color: vars.color.quiet });
export const empty = style({ color: vars.color.quiet, fontSize: vars.textSize.small });
export const emptyCount = style({
  inlineSize: "fit-content",
  paddingBlock: vars.space.small,
  lineHeight: 1.5,
  cursor: "pointer",
});

export const body = style({
  maxInlineSize: "68ch",
  whiteSpace: "pre-wrap",
  overflowWrap: "anywhere",
});

export const copy = style({ marginBlock: "-0.5rem", "@media": { print: { display: "none" } } });

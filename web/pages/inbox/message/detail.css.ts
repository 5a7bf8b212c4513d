import { globalStyle, style } from "@vanilla-extract/css";
import { rowInset } from "#web/pages/inbox/row-inset.ts";
import { wide } from "#web/theme/media.ts";
import { oneColumn } from "#web/theme/one-column.ts";
import { vars } from "#web/theme/vars.css.ts";

export const message = style({
  ...oneColumn,
  gap: vars.space.large,
  // Not wider than is read with ease, so that the next and the previous are where the eye is.
  maxInlineSize: "56rem",
  paddingBlock: vars.space.medium,
  paddingInline: rowInset,
  "@media": {
    [wide.laptop]: { paddingBlock: vars.space.large, paddingInline: vars.space.xlarge },
  },
});

export const steps = style({
  display: "flex",
  justifyContent: "flex-end",
  marginBlockEnd: `calc(-1 * ${vars.space.medium})`,
  marginInlineEnd: "-0.75rem",
  "@media": {
    print: { display: "none" },
  },
});
export const back = style({
  marginInlineStart: "-1rem",
  marginInlineEnd: "auto",
  "@media": { [wide.laptop]: { display: "none" } },
});

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

export const fields = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(20rem, 100%), 1fr))",
  gap: `${vars.space.xxsmall} ${vars.space.large}`,
  paddingBlock: vars.space.medium,
  borderBlock: `1px solid ${vars.color.line}`,
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
  selectors: { "&:first-child": { "@media": { [narrow]: { gridColumn: "1 / -1" } } } },
});
export const value = style({ display: "flex", alignItems: "center", minInlineSize: 0 });
globalStyle(`${value} > a`, { minInlineSize: 0 });
export const label = style({ color: vars.color.quiet, fontSize: vars.textSize.small });
export const absent = style({ color: vars.color.quiet });

export const body = style({
  maxInlineSize: "68ch",
  whiteSpace: "pre-wrap",
  overflowWrap: "anywhere",
});

export const copy = style({ marginBlock: "-0.5rem", "@media": { print: { display: "none" } } });

import { globalStyle, style } from "@vanilla-extract/css";
import { largeText, onePane, rowInset } from "#web/pages/inbox/shared/layout.ts";
import { wide } from "#web/theme/media.ts";
import { centeredRow, oneColumn, oneLine, splitRow } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

// The message fills the pane, so that a phone's action bar is at the lower edge even below a short message.
export const message = style({
  display: "flex",
  flexDirection: "column",
  minBlockSize: "100%",
  gap: vars.space.medium,
  paddingInline: rowInset,
  "@media": {
    [wide.laptop]: {
      gap: vars.space.xsmall,
      maxInlineSize: "76rem",
      paddingBlock: vars.space.xsmall,
      paddingInline: vars.space.large,
    },
  },
});

export const steps = style({
  display: "flex",
  marginInlineStart: "auto",
  "@media": { [wide.laptop]: { marginInlineEnd: "-0.75rem" }, print: { display: "none" } },
});

export const conversation = style({
  display: "flex",
  flexWrap: "wrap",
  "@media": {
    [wide.laptop]: { marginInlineStart: "auto" },
    [onePane]: {
      marginInline: `calc(-1 * ${vars.space.small})`,
      marginBlock: `calc(-1 * ${vars.space.small})`,
    },
    print: { display: "none" },
  },
});
globalStyle(`${conversation} + ${steps}`, { marginInlineStart: 0 });

// On a phone the back button, the name and the steps stay visible above the message.
export const top = style({
  ...centeredRow("small"),
  "@media": {
    [onePane]: {
      position: "sticky",
      insetBlockStart: 0,
      zIndex: 1,
      gap: vars.space.xxsmall,
      minBlockSize: "3.25rem",
      marginInline: `calc(-1 * ${rowInset})`,
      paddingInline: vars.space.xxsmall,
      borderBlockEnd: `1px solid ${vars.color.line}`,
      background: vars.color.surface,
    },
  },
  // Enlarged text needs the height for the message.
  "@container": { [largeText]: { position: "static", minBlockSize: "52px" } },
});
globalStyle(`${top} button`, {
  "@container": { [largeText]: { minInlineSize: "44px", minBlockSize: "44px" } },
});
globalStyle(`${top} svg`, { "@container": { [largeText]: { inlineSize: "20px", blockSize: "20px" } } });
export const name = style({
  minInlineSize: 0,
  fontFamily: vars.font.serif,
  fontSize: vars.textSize.title,
  lineHeight: 1.25,
  overflowWrap: "anywhere",
  "@media": {
    // The name has one line between the buttons. The fields repeat it in full.
    [onePane]: { fontSize: vars.textSize.body, ...oneLine },
    print: { outline: "none !important" },
  },
});

// In a wide pane the fields are beside the message.
export const contents = style({
  ...oneColumn,
  gap: vars.space.large,
  "@media": { [wide.laptop]: { paddingBlockStart: vars.space.xsmall } },
  "@container": {
    "(inline-size >= 66rem)": {
      gridTemplateColumns: "minmax(0, 40rem) minmax(0, 1fr)",
      columnGap: vars.space.xlarge,
    },
  },
});
export const writer = style({
  display: "grid",
  gap: vars.space.small,
  paddingBlockStart: vars.space.medium,
  borderBlockStart: `1px solid ${vars.color.line}`,
  "@container": { "(inline-size >= 66rem)": { paddingBlockStart: 0, border: 0, alignContent: "start" } },
});
export const fullName = style({ fontWeight: 600, overflowWrap: "anywhere" });

const narrow = `not all and ${wide.tablet}`;

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
  "@container": { [largeText]: { gridTemplateColumns: "minmax(0, 1fr)" } },
});
export const field = style({
  display: "grid",
  gridTemplateColumns: "9.75rem minmax(0, 1fr)",
  columnGap: vars.space.small,
  alignItems: "baseline",
  alignContent: "start",
  overflowWrap: "anywhere",
  "@media": {
    // The label is above its value.
    [narrow]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  // The mail address, the longest value, has its own line.
  selectors: { "&:first-child": { gridColumn: "1 / -1" } },
});
export const value = style({ display: "flex", alignItems: "center", minInlineSize: 0 });
globalStyle(`${value} > a`, { minInlineSize: 0 });
export const label = style({ color: vars.color.quiet, fontSize: vars.textSize.small });
export const absent = style({ color: vars.color.quiet });
export const empty = style({
  color: vars.color.quiet,
  fontSize: vars.textSize.small,
  "@media": { print: { display: "none" } },
});
export const emptyCount = style({
  inlineSize: "fit-content",
  paddingBlock: vars.space.small,
  lineHeight: 1.5,
  cursor: "pointer",
});

export const text = style({ display: "grid", gap: vars.space.small, alignContent: "start" });
export const wishes = style({ maxInlineSize: "68ch", fontWeight: 600, overflowWrap: "anywhere" });
export const body = style({
  maxInlineSize: "68ch",
  whiteSpace: "pre-wrap",
  overflowWrap: "anywhere",
});

export const number = style({ whiteSpace: "nowrap", overflowWrap: "normal" });
// The link to WhatsApp is as high as a line of text; its padding makes the target larger without moving the lines.
export const chat = style({
  display: "inline-grid",
  verticalAlign: "middle",
  marginBlock: "-0.75rem",
  marginInline: "-0.375rem",
  padding: "0.75rem",
  color: vars.color.leaf,
  "@media": { print: { display: "none" } },
});

export const copy = style({ marginBlock: "-0.5rem", "@media": { print: { display: "none" } } });

export const doubts = style({
  maxInlineSize: "68ch",
  fontSize: vars.textSize.small,
  lineHeight: 1.5,
  color: vars.color.quiet,
  overflowWrap: "anywhere",
  selectors: {
    "&[data-standing=spam], &[data-standing=review]": {
      marginBlockStart: vars.space.xsmall,
      paddingInlineStart: vars.space.small,
      borderInlineStart: `3px solid ${vars.color.caution}`,
      color: vars.color.text,
    },
  },
});
export const lead = style({
  selectors: { [`${doubts}[data-standing=spam] &, ${doubts}[data-standing=review] &`]: { fontWeight: 600 } },
});

export const callable = style({ display: "inline-block", marginInlineStart: vars.space.xsmall });

export const senderMessages = style({
  ...oneColumn,
  gap: vars.space.xsmall,
  paddingBlockStart: vars.space.medium,
  borderBlockStart: `1px solid ${vars.color.line}`,
  fontSize: vars.textSize.small,
  "@media": { print: { display: "none" } },
});
export const senderRow = style({ ...centeredRow("small"), justifyContent: "space-between" });
export const senderMessage = style({
  ...splitRow("medium"),
  flex: 1,
  minInlineSize: 0,
  minBlockSize: "2.75rem",
  marginInline: "-0.5rem",
  paddingInline: "0.5rem",
  borderRadius: vars.radius.small,
  textDecoration: "none",
  selectors: {
    "&:hover": { background: vars.color.raised },
    "&[data-unread=true]": { fontWeight: 600 },
    "&:focus-visible": { outlineOffset: "-3px" },
  },
});
export const beginning = style({ minInlineSize: 0, ...oneLine });
export const age = style({ flexShrink: 0, color: vars.color.quiet, fontWeight: 400 });

import { globalStyle, style } from "@vanilla-extract/css";
import { inboxContainer, largeText, onePane, rowHeights, rowInset } from "#web/pages/inbox/shared/layout.ts";
import { centeredRow, oneLine, splitRow } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";
import { hiddenRules } from "#web/ui/text.css.ts";

export const scroller = style({
  flex: 1,
  minBlockSize: 0,
  overflowY: "auto",
  overscrollBehavior: "contain",
  // `useSteadyScroll` keeps the visible rows in place.
  overflowAnchor: "none",
  scrollBehavior: "auto",
});

export const list = style({
  position: "relative",
  contain: "layout style",
  transition: `opacity ${vars.motion.moderate} ${vars.motion.ease}`,
  selectors: { "&[aria-busy=true]": { opacity: 0.55 } },
});

export const item = style({
  position: "absolute",
  insetInline: 0,
  insetBlockStart: 0,
  blockSize: `${rowHeights.comfortable}rem`,
  contain: "strict",
  display: "grid",
  gridTemplateColumns: "2.75rem minmax(0, 1fr)",
  borderBlockEnd: `1px solid ${vars.color.line}`,
  borderInlineStart: "3px solid transparent",
  transition: `opacity ${vars.motion.moderate} ${vars.motion.ease}`,
  selectors: {
    "&:hover": { background: vars.color.raised },
    "&[data-selected=true]": { background: vars.color.tinted },
    "&[data-opened=true]": { background: vars.color.tinted, borderInlineStartColor: vars.color.accent },
    "&[data-leaving=true]": { opacity: 0 },
  },
  "@media": {
    // Forced colors hide tints and show transparent borders.
    "(forced-colors: active)": {
      selectors: {
        "&[data-selected=true], &[data-opened=true]": {
          outline: "2px solid Highlight",
          outlineOffset: "-2px",
        },
        "&[data-opened=false]": { borderInlineStartColor: "Canvas" },
      },
    },
  },
});
globalStyle(`${list}[data-closing=true] ${item}`, {
  transitionProperty: "opacity, translate",
});

export const choose = style({
  display: "grid",
  placeItems: "start center",
  paddingBlockStart: "0.5rem",
  cursor: "pointer",
});
export const row = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  gridTemplateRows: "auto auto 1fr",
  alignItems: "baseline",
  columnGap: vars.space.xsmall,
  paddingBlock: "0.3125rem",
  paddingInlineEnd: vars.space.medium,
  // Leaves room between the text and the focus outline.
  marginInlineStart: "-0.5rem",
  paddingInlineStart: "0.5rem",
  fontSize: vars.textSize.small,
  lineHeight: 1.42,
  textDecoration: "none",
  selectors: { "&:focus-visible": { outlineOffset: "-3px" } },
});

// The sender and the service share a line. In a wide pane a long name leaves room for the service. On a phone the service
// wraps to the hidden second line if the name needs the room.
export const heading = style({
  display: "flex",
  alignItems: "baseline",
  columnGap: vars.space.xsmall,
  maxBlockSize: "1lh",
  minInlineSize: 0,
  overflow: "hidden",
  fontSize: "1rem",
  "@media": { [onePane]: { flexWrap: "wrap" } },
});
export const sender = style({ ...centeredRow("xsmall"), minInlineSize: 0 });
export const name = style(oneLine);
// On a phone the badge of an unread message is a dot, which leaves room for the name and the service.
export const unread = style({
  flexShrink: 0,
  "@media": {
    [onePane]: {
      inlineSize: "0.5rem",
      blockSize: "0.5rem",
      borderRadius: vars.radius.round,
      background: vars.color.accent,
      forcedColorAdjust: "none",
    },
  },
});
globalStyle(`${unread} > *`, { "@media": { [onePane]: hiddenRules } });
globalStyle(`${row}[data-unread=true] ${name}`, { fontWeight: 700 });

export const end = style({
  display: "flex",
  alignItems: "baseline",
  justifyContent: "end",
  columnGap: vars.space.xxsmall,
});
export const assignee = style({
  minInlineSize: "1.5rem",
  paddingInline: "0.25rem",
  borderRadius: vars.radius.round,
  background: vars.color.tinted,
  color: vars.color.text,
  fontSize: "0.6875rem",
  fontWeight: 600,
  lineHeight: "1.25rem",
  textAlign: "center",
});
// An unanswered message stands out. A closed one is quiet.
export const state = style({
  display: "inline-flex",
  alignSelf: "center",
  color: vars.color.quiet,
  selectors: { "&[data-state=unanswered]": { color: vars.color.accent } },
});
globalStyle(`${state} > svg`, { inlineSize: "1rem", blockSize: "1rem" });

export const age = style({ color: vars.color.quiet, whiteSpace: "nowrap" });
export const service = style({
  flex: "1 1 5rem",
  minInlineSize: "5rem",
  fontSize: vars.textSize.small,
  color: vars.color.quiet,
  ...oneLine,
});

// Enlarged text leaves room for the name only.
globalStyle(`${heading} > ${service}`, {
  "@container": { [`${inboxContainer} ${largeText}`]: hiddenRules },
});

// The texts of the reasons start with a lower-case letter.
export const reasons = style([
  service,
  { gridColumn: "1 / -1", selectors: { "&::first-letter": { textTransform: "uppercase" } } },
]);

// Two lines, or one below the reasons. The first ones have the room.
export const lines = style({
  gridColumn: "1 / -1",
  alignSelf: "start",
  minInlineSize: 0,
  maxBlockSize: "2lh",
  overflow: "hidden",
});
globalStyle(`${reasons} + ${lines}`, { maxBlockSize: "1lh" });
const line = style({ display: "block", ...oneLine });
export const undelivered = style([line, { color: vars.color.critical, fontWeight: 600 }]);
export const wishes = style([line, { fontWeight: 600 }]);
export const mark = style({
  borderRadius: "0.1875rem",
  background: `color-mix(in oklch, ${vars.color.caution} 32%, transparent)`,
  color: "inherit",
});
export const preview = style({
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
  overflow: "hidden",
  overflowWrap: "anywhere",
});
globalStyle(`${line} + ${preview}, ${reasons} + ${lines} > ${preview}`, { WebkitLineClamp: 1 });

// A compact row has one line less: the service precedes the preview.
const compact = (part: string) => `${list}[data-density=compact] ${part}`;
globalStyle(compact(item), { blockSize: `${rowHeights.compact}rem` });
globalStyle(compact(choose), { placeItems: "center", paddingBlockStart: 0 });
globalStyle(compact(row), {
  gridTemplateColumns: "fit-content(45%) minmax(0, 1fr) auto",
  // The lines keep their places when a user increases the text spacing (WCAG 2.2, 1.4.12).
  gridTemplateRows: "1.1875rem 1.0625rem",
  alignContent: "center",
  alignItems: "center",
  paddingBlock: 0,
  fontSize: "0.8125rem",
  lineHeight: 1.25,
});
globalStyle(compact(heading), { display: "contents", fontSize: "inherit" });
globalStyle(compact(sender), { gridColumn: "1 / 3", fontSize: "0.9375rem" });
globalStyle(compact(end), { gridArea: "1 / 3" });
globalStyle(compact(service), { fontSize: "inherit", minInlineSize: 0 });
globalStyle(compact(reasons), { gridColumn: "1 / 2" });
globalStyle(compact(lines), {
  gridColumn: "2 / -1",
  alignSelf: "center",
  display: "flex",
  gap: vars.space.xsmall,
  maxBlockSize: "none",
});
globalStyle(compact(line), { flexShrink: 0, maxInlineSize: "70%" });
globalStyle(compact(preview), { display: "block", flex: 1, textOverflow: "ellipsis", whiteSpace: "nowrap" });

// On paper the rows follow each other, with the moment of their arrival in place of their age.
globalStyle(`${scroller}, ${list}, ${item}`, {
  "@media": {
    print: {
      ...{ display: "block", contain: "none", blockSize: "auto !important", overflow: "visible" },
      ...{ position: "static", translate: "none !important", breakInside: "avoid" },
    },
  },
});
globalStyle(`${choose}, ${age} > [aria-hidden]`, { "@media": { print: { display: "none" } } });
globalStyle(`${age} > :not([aria-hidden])`, {
  "@media": { print: { position: "static", inlineSize: "auto", blockSize: "auto", clipPath: "none" } },
});

export const foot = style({
  ...splitRow("medium"),
  minBlockSize: "3.5rem",
  paddingInline: vars.space.medium,
  color: vars.color.quiet,
  fontSize: vars.textSize.small,
  "@media": { print: { display: "none" } },
});

export const selection = style({
  "@media": { print: { display: "none" } },
  selectors: { "&:not(:empty)": { borderBlockStart: `1px solid ${vars.color.line}` } },
});
export const bar = style({
  display: "flex",
  alignItems: "center",
  minBlockSize: "2.875rem",
  paddingInlineStart: "3px",
  paddingInlineEnd: vars.space.xxsmall,
  background: vars.color.tinted,
  fontSize: vars.textSize.small,
});
export const chooseAll = style({
  gridArea: "choose",
  display: "grid",
  placeItems: "center",
  inlineSize: "2.75rem",
  blockSize: "2.75rem",
  flexShrink: 0,
  cursor: "pointer",
});
export const count = style({
  flex: 1,
  minInlineSize: 0,
  paddingInlineStart: `calc(${rowInset} - 3px)`,
  ...oneLine,
  selectors: { [`${chooseAll} + &`]: { paddingInlineStart: 0 } },
});
export const selectMore = style({
  display: "flex",
  justifyContent: "center",
  paddingInline: vars.space.medium,
  paddingBlockEnd: vars.space.xxsmall,
  background: vars.color.tinted,
  fontSize: vars.textSize.small,
  textAlign: "center",
});
export const progress = style({
  flex: 1,
  ...centeredRow("small"),
  paddingInline: vars.space.medium,
});
export const meter = style({ inlineSize: "8rem", maxInlineSize: "40%", accentColor: vars.color.accent });

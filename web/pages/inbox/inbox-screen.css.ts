import { globalStyle, style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";
import { headerHeight, headerInset } from "#web/ui/layout.css.ts";
import { hiddenRules } from "#web/ui/text.css.ts";
import { region as toasts } from "#web/ui/toast.css.ts";
import { advice, alerts } from "./alerts/alerts.css.ts";
import { toolbar } from "./list/toolbar.css.ts";
import { handling, question } from "./message/message-actions.css.ts";
import { actionBarHeight, inboxContainer, largeText, onePane, rowInset, safeArea } from "./shared/layout.ts";
import { notice } from "./shared/notice.css.ts";

export const frame = style({});

// A lower header leaves more room for the messages.
const slimHeader = "2.75rem";
globalStyle(`:root:has(${frame})`, { vars: { [headerHeight]: slimHeader, [headerInset]: rowInset } });

export const outside = style({ paddingBlock: vars.space.large, paddingInline: rowInset });

/** The custom properties of the document with the heights of the visible toasts and of the status line. */
export const toastHeight = "--toasts";
export const statusHeight = "--status";
const toastSpace = `var(${toastHeight}, 0px)`;

export const container = style({ containerType: "inline-size", containerName: inboxContainer });
const largeTextInInbox = `${inboxContainer} ${largeText}`;

// The inbox fills the window below the header. The panes scroll. With enlarged text a pane alone fills the window.
const windowHeight = `calc(100dvb - ${slimHeader} - 1px)`;
export const inbox = style([
  frame,
  {
    display: "flex",
    flexDirection: "column",
    blockSize: `max(30rem, ${windowHeight})`,
    "@container": { [largeTextInInbox]: { blockSize: "auto" } },
  },
]);

// The line is below the messages, so it does not move them. It stays visible if the inbox is higher than the window.
export const status = style({ gridArea: "status", position: "sticky", insetBlockEnd: 0, zIndex: 1 });
const statusLine = style({
  paddingBlock: vars.space.xsmall,
  paddingInline: rowInset,
  borderInlineStart: "4px solid",
  borderBlockStart: `1px solid ${vars.color.line}`,
  background: vars.color.raised,
  fontSize: vars.textSize.small,
});
export const caution = style([statusLine, { borderInlineStartColor: vars.color.caution }]);
export const arrival = style([statusLine, { borderInlineStartColor: vars.color.leaf }]);

// Alerts and advice are beside the list, so they move no row.
export const panes = style({
  flex: 1,
  minBlockSize: 0,
  display: "grid",
  grid: `"alerts" auto "pane" minmax(0, 1fr) "advice" auto "status" auto "toasts" auto / minmax(0, 1fr)`,
  "@container": { [largeTextInInbox]: { flex: "none", gridTemplateRows: `auto ${windowHeight}` } },
  borderBlockStart: `1px solid ${vars.color.line}`,
  "@media": {
    [wide.laptop]: {
      grid: `"list alerts" auto "list advice" auto "list pane" minmax(0, 1fr) "list status" auto "list toasts" auto / clamp(21rem, 38%, 38rem) minmax(0, 1fr)`,
    },
  },
});

export const list = style({
  gridArea: "pane",
  display: "flex",
  flexDirection: "column",
  minInlineSize: 0,
  minBlockSize: 0,
  "@media": { [wide.laptop]: { gridArea: "list", borderInlineEnd: `1px solid ${vars.color.line}` } },
  // The list has the focus when no row can have it.
  selectors: { "&:focus-visible": { outline: "none" } },
});
export const detail = style({
  gridArea: "pane",
  minInlineSize: 0,
  overflowY: "auto",
  // Hidden texts for screen readers scroll with the pane and do not make the document higher.
  position: "relative",
  overscrollBehavior: "contain",
  background: vars.color.surface,
  containerType: "inline-size",
  // The sticky bars never cover an element with the focus.
  scrollPaddingBlockStart: "3.5rem",
  "@media": {
    [onePane]: { scrollPaddingBlockEnd: `calc(${actionBarHeight} + ${safeArea} + ${toastSpace} + 0.5rem)` },
  },
});
// While the user writes on a phone, the keyboard and the composer need the room of the bar.
globalStyle(`${detail}:has([data-composer]:focus-within) ${handling}`, {
  "@media": { [onePane]: { display: "none" } },
});
// The question about an answer makes the bar of a phone higher.
globalStyle(`${detail}:has(${question}:not(:empty))`, {
  "@media": {
    [onePane]: { scrollPaddingBlockEnd: `calc(${actionBarHeight} + ${safeArea} + ${toastSpace} + 4rem)` },
  },
});

// On a narrow screen the opened message covers the list, which keeps its scroll position.
const within = (state: boolean, part: string) => `${inbox}[data-opened=${state}] ${part}`;
globalStyle([within(true, list), within(false, detail)].join(), {
  "@media": { [onePane]: { visibility: "hidden" } },
});
// Screen readers still find the heading.
globalStyle(within(true, toolbar), { "@media": { [onePane]: hiddenRules } });
const besides = [`${toolbar} > :not(:first-child)`, alerts, advice].map((part) => within(true, part));
globalStyle(besides.join(), {
  "@media": { [onePane]: { display: "none" } },
});

// Toasts have a place of their own below the panes, so they cover no row and no control. On a phone with an opened message
// it is between the message and the bar of actions, which stays where it is.
globalStyle(`${panes}::after`, { content: "", gridArea: "toasts", blockSize: toastSpace });
globalStyle(`${within(true, panes)}::after`, { "@media": { [onePane]: { content: "none" } } });
globalStyle(`:root:has(${inbox}[data-opened=true]) ${toasts}`, {
  "@media": { [onePane]: { insetBlockEnd: `calc(${actionBarHeight} + var(${statusHeight}, 0px))` } },
});
globalStyle(`:root:has(${inbox}) ${toasts}`, {
  "@media": { [onePane]: { paddingBlock: vars.space.xsmall, paddingInline: vars.space.xsmall } },
});
globalStyle(`${handling}::after`, {
  "@media": { [onePane]: { content: "", order: 1, blockSize: toastSpace, background: vars.color.surface } },
});
globalStyle(`${handling} > ${question}`, { "@media": { [onePane]: { order: 2 } } });

globalStyle(`${detail} > ${notice}`, {
  "@media": { [wide.laptop]: { paddingInline: vars.space.xlarge } },
});

// Prints the opened message, or else the list, and nothing besides it.
const unprinted = [toolbar, status, `${panes}::after`, within(true, list), within(false, detail), toasts];
globalStyle(`#app > :not(main), ${unprinted.join()}`, {
  "@media": { print: { display: "none !important" } },
});
globalStyle(`${container}, ${inbox}, ${panes}, ${detail}, ${list}`, {
  "@media": {
    print: {
      ...{ display: "block", blockSize: "auto", overflow: "visible", border: 0 },
      ...{ containerType: "normal", visibility: "visible" },
    },
  },
});

export const form = style({ display: "grid", gap: vars.space.medium });
export const buttons = style({ display: "flex", flexWrap: "wrap", gap: vars.space.xsmall });

import { globalStyle, style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";
import { headerHeight, headerInset } from "#web/ui/layout.css.ts";
import { hiddenRules } from "#web/ui/text.css.ts";
import { region as toasts } from "#web/ui/toast.css.ts";
import { advice, alerts } from "./alerts/alerts.css.ts";
import { toolbar } from "./list/toolbar.css.ts";
import { actionBarHeight, onePane, rowInset } from "./shared/layout.ts";
import { notice } from "./shared/notice.css.ts";

export const frame = style({});

// A lower header leaves more room for the messages.
const slimHeader = "2.75rem";
globalStyle(`:root:has(${frame})`, { vars: { [headerHeight]: slimHeader, [headerInset]: rowInset } });

export const outside = style({ paddingBlock: vars.space.large, paddingInline: rowInset });

// The inbox fills the window below the header. The panes scroll.
export const inbox = style([
  frame,
  { display: "flex", flexDirection: "column", blockSize: `max(30rem, calc(100dvb - ${slimHeader} - 1px))` },
]);

// The line is below the messages, so it does not move them. It stays visible if the inbox is higher than the window.
export const offline = style({
  gridArea: "status",
  selectors: {
    "&:not(:empty)": {
      position: "sticky",
      insetBlockEnd: 0,
      zIndex: 1,
      paddingBlock: vars.space.xsmall,
      paddingInline: rowInset,
      borderInlineStart: `4px solid ${vars.color.caution}`,
      borderBlockStart: `1px solid ${vars.color.line}`,
      background: vars.color.raised,
      fontSize: vars.textSize.small,
    },
  },
});

// Alerts and advice are beside the list, so they move no row.
export const panes = style({
  flex: 1,
  minBlockSize: 0,
  display: "grid",
  grid: `"alerts" auto "pane" minmax(0, 1fr) "advice" auto "status" auto / minmax(0, 1fr)`,
  borderBlockStart: `1px solid ${vars.color.line}`,
  "@media": {
    [wide.laptop]: {
      grid: `"list alerts" auto "list advice" auto "list pane" minmax(0, 1fr) "list status" auto / clamp(21rem, 38%, 38rem) minmax(0, 1fr)`,
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
  overscrollBehavior: "contain",
  background: vars.color.surface,
  containerType: "inline-size",
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

// Toasts do not cover the action bar.
globalStyle(`:root:has(${inbox}[data-opened=true]) ${toasts}`, {
  "@media": { [onePane]: { insetBlockEnd: actionBarHeight } },
});

globalStyle(`${detail} > ${notice}`, {
  "@media": { [wide.laptop]: { paddingInline: vars.space.xlarge } },
});

// Only the message is printed.
globalStyle(`#app > :not(main), ${toolbar}, ${offline}, ${list}`, {
  "@media": { print: { display: "none !important" } },
});
globalStyle(`${inbox}, ${panes}, ${detail}`, {
  "@media": { print: { display: "block", blockSize: "auto", overflow: "visible", border: 0 } },
});

export const form = style({ display: "grid", gap: vars.space.medium });
export const buttons = style({ display: "flex", flexWrap: "wrap", gap: vars.space.xsmall });

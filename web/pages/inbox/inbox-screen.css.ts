import { globalStyle, style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";
import { headerHeight, headerInset } from "#web/ui/header-size.css.ts";
import { hiddenRules } from "#web/ui/hidden.css.ts";
import { region as toasts } from "#web/ui/toast.css.ts";
import { advice, alerts } from "./alerts/alerts.css.ts";
import { toolbar } from "./list/toolbar.css.ts";
import { actionBarHeight, onePane, rowInset } from "./shared/layout.ts";
import { notice } from "./shared/notice.css.ts";

export const frame = style({});

// The site's header leaves the room to the messages.
const slimHeader = "2.75rem";
globalStyle(`:root:has(${frame})`, { vars: { [headerHeight]: slimHeader, [headerInset]: rowInset } });

export const outside = style({ paddingBlock: vars.space.large, paddingInline: rowInset });

// As high as the window below the site's header and its line: what is long scrolls within.
export const inbox = style([
  frame,
  { display: "flex", flexDirection: "column", blockSize: `max(30rem, calc(100dvb - ${slimHeader} - 1px))` },
]);

// Below the messages: what comes and goes above them would move them from under the finger. Where the inbox is higher than the
// window it stays in view.
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

// Beside the list there is room for what is said of the whole inbox: no row gives way to it.
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
  // It takes the focus where no row can.
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

// Where there is room for one of the two, the opened message takes it. The list stays as it is behind it, and so does
// where it was scrolled to.
const within = (state: boolean, part: string) => `${inbox}[data-opened=${state}] ${part}`;
globalStyle([within(true, list), within(false, detail)].join(), {
  "@media": { [onePane]: { visibility: "hidden" } },
});
// The heading stays for those who hear the page.
globalStyle(within(true, toolbar), { "@media": { [onePane]: hiddenRules } });
const besides = [`${toolbar} > :not(:first-child)`, alerts, advice].map((part) => within(true, part));
globalStyle(besides.join(), {
  "@media": { [onePane]: { display: "none" } },
});

// What is said for a moment does not lie on the bar of actions.
globalStyle(`:root:has(${inbox}[data-opened=true]) ${toasts}`, {
  "@media": { [onePane]: { insetBlockEnd: actionBarHeight } },
});

globalStyle(`${detail} > ${notice}`, {
  "@media": { [wide.laptop]: { paddingInline: vars.space.xlarge } },
});

// On paper there is the message alone.
globalStyle(`#app > :not(main), ${toolbar}, ${offline}, ${list}`, {
  "@media": { print: { display: "none !important" } },
});
globalStyle(`${inbox}, ${panes}, ${detail}`, {
  "@media": { print: { display: "block", blockSize: "auto", overflow: "visible", border: 0 } },
});

export const form = style({ display: "grid", gap: vars.space.medium });
export const buttons = style({ display: "flex", flexWrap: "wrap", gap: vars.space.xsmall });

import { globalStyle, style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";
import { gutter } from "#web/ui/layout.css.ts";
import { region as toasts } from "#web/ui/toast.css.ts";
import { advice, alerts } from "./alerts/alerts.css.ts";
import { toolbar } from "./list/toolbar.css.ts";
import { notice } from "./notice.css.ts";
import { actionBarHeight, onePane } from "./one-pane.ts";
import { rowInset } from "./row-inset.ts";

export const frame = style({
  maxInlineSize: `calc(76rem + 2 * ${gutter})`,
  marginInline: "auto",
  // The words of the rows, not their edges, stand below those of the header.
  paddingInline: `calc(${gutter} - ${rowInset})`,
});

export const outside = style({ paddingBlock: vars.space.large, paddingInline: rowInset });

// As high as the window below the site's header: what is long scrolls within.
export const inbox = style([
  frame,
  {
    display: "flex",
    flexDirection: "column",
    blockSize: "max(30rem, calc(100dvb - 4.0625rem))",
    "@media": { [wide.laptop]: { paddingBlockEnd: vars.space.medium } },
  },
]);

// Below the messages, as the advice: what comes and goes above them would move them from under the finger. Where the inbox is
// higher than the window it stays in view.
export const offline = style({
  selectors: {
    "&:not(:empty)": {
      position: "sticky",
      insetBlockEnd: vars.space.small,
      zIndex: 1,
      paddingBlock: vars.space.xsmall,
      paddingInline: vars.space.medium,
      marginInline: rowInset,
      marginBlock: vars.space.small,
      borderInlineStart: `4px solid ${vars.color.caution}`,
      borderRadius: vars.radius.small,
      background: vars.color.raised,
      fontSize: vars.textSize.small,
      "@media": { [wide.laptop]: { marginBlockEnd: 0 } },
    },
  },
});

export const panes = style({
  flex: 1,
  minBlockSize: 0,
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gridTemplateRows: "minmax(0, 1fr)",
  borderBlockStart: `1px solid ${vars.color.line}`,
  "@media": { [wide.laptop]: { gridTemplateColumns: "minmax(21rem, 5fr) minmax(0, 8fr)" } },
});

export const list = style({
  display: "flex",
  flexDirection: "column",
  minInlineSize: 0,
  minBlockSize: 0,
  "@media": {
    [wide.laptop]: { borderInlineEnd: `1px solid ${vars.color.line}` },
    [onePane]: { gridArea: "1 / 1" },
  },
});
export const detail = style({
  minInlineSize: 0,
  overflowY: "auto",
  overscrollBehavior: "contain",
  background: vars.color.surface,
  // Its bars reach from side to side.
  "@media": { [onePane]: { gridArea: "1 / 1", marginInline: `calc(${rowInset} - ${gutter})` } },
});

// Where there is room for one of the two, the opened message takes it. The list stays as it is behind it, and so does
// where it was scrolled to.
const within = (state: boolean, part: string) => `${inbox}[data-opened=${state}] ${part}`;
globalStyle([within(true, list), within(false, detail)].join(), {
  "@media": { [onePane]: { visibility: "hidden" } },
});
// The heading stays for those who hear the page.
globalStyle(within(true, toolbar), {
  "@media": {
    [onePane]: {
      position: "absolute",
      clipPath: "inset(50%)",
      inlineSize: "1px",
      blockSize: "1px",
      padding: 0,
    },
  },
});
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

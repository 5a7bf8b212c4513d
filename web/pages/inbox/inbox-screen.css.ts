import { globalStyle, style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";
import { gutter } from "#web/ui/layout.css.ts";
import { notice } from "./notice.css.ts";
import { rowInset } from "./row-inset.ts";
import { filter, search } from "./toolbar.css.ts";

export const frame = style({
  maxInlineSize: `calc(76rem + 2 * ${gutter})`,
  marginInline: "auto",
  // The words of the rows, not their edges, stand below those of the header.
  paddingInline: `calc(${gutter} - ${rowInset})`,
});

export const outside = style({ paddingBlock: vars.space.large, paddingInline: rowInset });

export const inbox = style([
  frame,
  {
    display: "flex",
    flexDirection: "column",
    "@media": {
      [wide.laptop]: { blockSize: "max(32rem, calc(100dvb - 5.5rem))", paddingBlockEnd: vars.space.large },
    },
  },
]);

export const offline = style({
  selectors: {
    "&:not(:empty)": {
      paddingBlock: vars.space.xsmall,
      paddingInline: vars.space.medium,
      marginInline: rowInset,
      marginBlockEnd: vars.space.small,
      borderInlineStart: `4px solid ${vars.color.caution}`,
      borderRadius: vars.radius.small,
      background: vars.color.raised,
      fontSize: vars.textSize.small,
    },
  },
});

export const panes = style({
  flex: 1,
  minBlockSize: 0,
  display: "grid",
  borderBlockStart: `1px solid ${vars.color.line}`,
  "@media": { [wide.laptop]: { gridTemplateColumns: "minmax(20rem, 5fr) minmax(0, 8fr)" } },
});

const pane = style({
  minInlineSize: 0,
  "@media": { [wide.laptop]: { overflowY: "auto", overscrollBehavior: "contain" } },
});

export const list = style([
  pane,
  { "@media": { [wide.laptop]: { borderInlineEnd: `1px solid ${vars.color.line}` } } },
]);
export const detail = style([pane, { background: vars.color.surface }]);

// Where there is room for one of the two, the opened message takes it.
const narrow = `not all and ${wide.laptop}`;
const without = (state: boolean, part: string) => `${inbox}[data-opened=${state}] ${part}`;
globalStyle(
  [without(true, list), without(true, search), without(true, filter), without(false, detail)].join(),
  { "@media": { [narrow]: { display: "none" } } },
);

globalStyle(`${detail} > ${notice}`, {
  "@media": { [wide.laptop]: { paddingInline: vars.space.xlarge } },
});

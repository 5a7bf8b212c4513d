import { globalStyle, style } from "@vanilla-extract/css";
import { popover } from "#web/pages/inbox/shared/choice.css.ts";
import { actionBarHeight, largeText, onePane, rowInset, safeArea } from "#web/pages/inbox/shared/layout.ts";
import { wide } from "#web/theme/media.ts";
import { centeredRow } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";
import { hiddenRules } from "#web/ui/text.css.ts";

const actionHeight = "3rem";
const air = `calc((${actionBarHeight} - ${actionHeight}) / 2)`;

// The actions stay visible: above the message, or at the lower edge of a phone.
export const handling = style({
  position: "sticky",
  zIndex: 1,
  "@media": {
    [wide.laptop]: { insetBlockStart: 0, background: vars.color.surface },
    [onePane]: {
      insetBlockEnd: 0,
      display: "flex",
      flexDirection: "column-reverse",
      marginBlockStart: "auto",
      marginInline: `calc(-1 * ${rowInset})`,
      borderBlockStart: `1px solid ${vars.color.line}`,
      background: vars.color.raised,
    },
    print: { display: "none" },
  },
});

export const bar = style({
  display: "flex",
  flexWrap: "wrap",
  gap: vars.space.xsmall,
  "@media": {
    [wide.laptop]: { paddingBlock: vars.space.xxsmall },
    [onePane]: {
      display: "grid",
      gridAutoFlow: "column",
      gridAutoColumns: "minmax(0, 1fr)",
      gap: vars.space.xxsmall,
      paddingInline: vars.space.xsmall,
      paddingBlockStart: air,
      paddingBlockEnd: `calc(${air} + ${safeArea})`,
    },
  },
});
// A button of the bar, with or without a tooltip around it.
const action = `:is(${bar} > *, ${bar} > span > *):is(a, button)`;
globalStyle(action, {
  "@media": {
    [onePane]: {
      flexDirection: "column",
      gap: "0.125rem",
      inlineSize: "100%",
      minBlockSize: actionHeight,
      padding: 0,
      borderColor: "transparent",
      borderRadius: vars.radius.medium,
      fontSize: "0.75rem",
    },
  },
});
// Enlarged labels do not fit side by side. The icons stay, so the bar leaves room for the message.
globalStyle(bar, {
  "@container": { [largeText]: { paddingBlockStart: "4px", paddingBlockEnd: `calc(4px + ${safeArea})` } },
});
globalStyle(action, { "@container": { [largeText]: { minBlockSize: "48px" } } });
globalStyle(`${action} > svg`, { "@container": { [largeText]: { inlineSize: "24px", blockSize: "24px" } } });
globalStyle(`${action} > span`, { "@container": { [largeText]: hiddenRules } });
globalStyle(`${action}:focus-visible`, { "@media": { [onePane]: { outlineOffset: "-2px" } } });
globalStyle(`${action} > svg`, { inlineSize: "1.25rem", blockSize: "1.25rem" });
// The actions fit into one line of a small window with less space around them, and of a smaller one without icons.
const below = (width: string, rule: { display: "none" } | { paddingInline: string }) => ({
  "@media": { [wide.laptop]: { "@container": { [`(inline-size < ${width})`]: rule } } },
});
globalStyle(action, below("56rem", { paddingInline: vars.space.small }));
globalStyle(`${action} > svg`, below("47rem", { display: "none" }));

export const question = style({
  ...centeredRow("xsmall"),
  flexWrap: "wrap",
  paddingInline: rowInset,
  fontSize: vars.textSize.small,
  "@media": { [wide.laptop]: { paddingInline: 0 } },
});
globalStyle(`${question} > *`, { marginBlockStart: vars.space.xxsmall });
export const questionText = style({ marginInlineEnd: vars.space.xsmall, fontWeight: 600 });

export const menu = style([
  popover,
  {
    insetInlineStart: "min(var(--left), 100vw - 21rem)",
    inlineSize: "20rem",
    padding: vars.space.xxsmall,
    "@media": {
      [onePane]: {
        insetBlockStart: "auto",
        insetBlockEnd: `calc(${actionBarHeight} + ${safeArea} + ${vars.space.xxsmall})`,
        insetInlineStart: "auto",
        insetInlineEnd: vars.space.xsmall,
        inlineSize: `min(20rem, calc(100vw - 2 * ${vars.space.xsmall}))`,
        maxBlockSize: `calc(100dvb - ${actionBarHeight} - 2 * ${vars.space.large})`,
      },
    },
  },
]);

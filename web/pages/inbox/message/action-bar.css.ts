import { globalStyle, style } from "@vanilla-extract/css";
import { actionBarHeight } from "#web/pages/inbox/one-pane.ts";
import { rowInset } from "#web/pages/inbox/row-inset.ts";
import { shadow } from "#web/theme/tokens.ts";
import { vars } from "#web/theme/vars.css.ts";

const actionHeight = "3rem";
const safeArea = "env(safe-area-inset-bottom, 0px)";

const air = `calc((${actionBarHeight} - ${actionHeight}) / 2)`;

// At the end of the message, and at the lower edge of the window while that is further down.
export const bar = style({
  position: "sticky",
  insetBlockEnd: 0,
  zIndex: 1,
  display: "grid",
  gridAutoFlow: "column",
  gridAutoColumns: "minmax(0, 1fr)",
  gap: vars.space.xxsmall,
  marginBlockStart: "auto",
  marginInline: `calc(-1 * ${rowInset})`,
  paddingInline: vars.space.xsmall,
  paddingBlockStart: air,
  paddingBlockEnd: `calc(${air} + ${safeArea})`,
  borderBlockStart: `1px solid ${vars.color.line}`,
  background: vars.color.raised,
  "@media": { print: { display: "none" } },
});

export const action = style({
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  justifyContent: "center",
  gap: "0.125rem",
  minBlockSize: actionHeight,
  minInlineSize: "2.75rem",
  padding: 0,
  border: 0,
  borderRadius: vars.radius.medium,
  background: "transparent",
  color: vars.color.text,
  fontSize: "0.75rem",
  fontWeight: 600,
  lineHeight: 1.2,
  textAlign: "center",
  textDecoration: "none",
  cursor: "pointer",
  selectors: {
    "&:hover, &:active": { background: vars.color.tinted },
    "&:focus-visible": { outlineOffset: "-2px", borderRadius: vars.radius.medium },
  },
});
globalStyle(`${action} svg`, { inlineSize: "1.25rem", blockSize: "1.25rem" });
export const first = style([
  action,
  {
    background: vars.color.accent,
    color: vars.color.onAccent,
    selectors: { "&:hover, &:active": { background: vars.color.accentStrong } },
  },
]);

export const menu = style({
  position: "fixed",
  inset: "auto",
  insetInlineEnd: vars.space.xsmall,
  insetBlockEnd: `calc(${actionBarHeight} + ${safeArea} + ${vars.space.xxsmall})`,
  inlineSize: `min(20rem, calc(100vw - 2 * ${vars.space.xsmall}))`,
  maxBlockSize: `calc(100dvb - ${actionBarHeight} - 2 * ${vars.space.large})`,
  margin: 0,
  padding: vars.space.xxsmall,
  overflowY: "auto",
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.medium,
  background: vars.color.raised,
  color: vars.color.text,
  boxShadow: shadow.menu,
});
export const item = style({
  display: "flex",
  alignItems: "center",
  gap: vars.space.small,
  inlineSize: "100%",
  minBlockSize: "3rem",
  paddingInline: vars.space.medium,
  border: 0,
  borderRadius: vars.radius.small,
  background: "transparent",
  color: "inherit",
  fontSize: "1rem",
  textAlign: "start",
  textDecoration: "none",
  cursor: "pointer",
  selectors: { "&:hover, &:active": { background: vars.color.tinted } },
});

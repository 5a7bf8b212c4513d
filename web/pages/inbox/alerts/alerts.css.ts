import { style } from "@vanilla-extract/css";
import { rowInset } from "#web/pages/inbox/row-inset.ts";
import { vars } from "#web/theme/vars.css.ts";

export const alerts = style({
  "@media": { print: { display: "none" } },
  selectors: { "&:focus": { outline: "none" } },
});

export const alert = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: vars.space.small,
  justifyContent: "space-between",
  paddingBlock: vars.space.small,
  paddingInline: vars.space.medium,
  marginInline: rowInset,
  marginBlockEnd: vars.space.small,
  borderInlineStart: `4px solid ${vars.color.critical}`,
  borderRadius: vars.radius.small,
  background: vars.color.raised,
});

export const words = style({ display: "grid", gap: vars.space.xxsmall, flex: "1 1 16rem" });

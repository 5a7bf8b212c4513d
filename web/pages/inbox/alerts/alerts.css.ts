import { style } from "@vanilla-extract/css";
import { rowInset } from "#web/pages/inbox/row-inset.ts";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";

export const alerts = style({
  "@media": { print: { display: "none" } },
  selectors: { "&:focus": { outline: "none" } },
});

const box = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: vars.space.small,
  justifyContent: "space-between",
  paddingBlock: vars.space.small,
  paddingInline: vars.space.medium,
  marginInline: rowInset,
  marginBlockEnd: vars.space.small,
  borderRadius: vars.radius.small,
  background: vars.color.raised,
});

export const alert = style([box, { borderInlineStart: `4px solid ${vars.color.critical}` }]);

export const advice = style([
  box,
  {
    borderInlineStart: `4px solid ${vars.color.accent}`,
    // Below the messages.
    marginBlock: vars.space.small,
    "@media": { print: { display: "none" }, [wide.laptop]: { marginBlockEnd: 0 } },
  },
]);
export const choices = style({ display: "flex", flexWrap: "wrap", gap: vars.space.small });

export const words = style({ display: "grid", gap: vars.space.xxsmall, flex: "1 1 16rem" });

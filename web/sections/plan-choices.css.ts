import { style } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

export const choice = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: vars.space.medium,
  marginBlockEnd: vars.space.xlarge,
  padding: vars.space.medium,
  borderInlineStart: `4px solid ${vars.color.leaf}`,
  borderRadius: vars.radius.small,
  background: vars.color.raised,
  // The words before the buttons, as far as there is room.
  selectors: { "&:not(:target)": { display: "none" } },
});

export const mark = style({ display: "flex", color: vars.color.leaf });

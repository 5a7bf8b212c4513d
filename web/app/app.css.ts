import { style } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

export const main = style({ display: "block", minBlockSize: "70dvb" });

export const skip = style({
  position: "absolute",
  insetBlockStart: 0,
  insetInlineStart: 0,
  zIndex: 20,
  padding: `${vars.space.small} ${vars.space.large}`,
  background: vars.color.accent,
  color: vars.color.onAccent,
  fontWeight: 600,
  selectors: { "&:not(:focus)": { clipPath: "inset(50%)" } },
});

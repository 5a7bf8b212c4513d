import { style } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

export const box = style({ display: "grid", alignItems: "center" });
export const input = style({ gridArea: "1 / 1", paddingInlineEnd: "6.5rem" });
export const toggle = style({ gridArea: "1 / 1", justifySelf: "end", marginInlineEnd: "0.125rem" });
export const hint = style({ color: vars.color.quiet, fontSize: vars.textSize.small });
export const capsLock = style({
  display: "flex",
  alignItems: "center",
  gap: vars.space.xxsmall,
  fontSize: vars.textSize.small,
});

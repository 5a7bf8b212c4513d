import { style, styleVariants } from "@vanilla-extract/css";
import { centeredRow } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const box = style({ display: "grid", alignItems: "center" });
export const input = style({ gridArea: "1 / 1", paddingInlineEnd: "6.5rem" });
export const toggle = style({ gridArea: "1 / 1", justifySelf: "end", marginInlineEnd: "0.125rem" });
export const hint = style({ color: vars.color.quiet, fontSize: vars.textSize.small });
export const capsLock = style({
  ...centeredRow("xxsmall"),
  fontSize: vars.textSize.small,
});

export const strength = style({
  display: "grid",
  gridTemplateColumns: "4.5rem minmax(0, 1fr)",
  alignItems: "center",
  gap: vars.space.small,
  minBlockSize: "1.5rem",
  color: vars.color.quiet,
  fontSize: vars.textSize.small,
});
const bar = style({
  display: "block",
  blockSize: "0.375rem",
  borderRadius: vars.radius.round,
  transition: `background ${vars.motion.moderate}`,
});
const fillTo = (share: string, color: string) => ({
  background: `linear-gradient(to right, ${color} ${share}, ${vars.color.line} ${share})`,
});
export const strengthBar = styleVariants({
  weak: [bar, fillTo("33%", vars.color.critical)],
  fair: [bar, fillTo("66%", vars.color.caution)],
  strong: [bar, fillTo("100%", vars.color.leaf)],
});

import { fallbackVar, style } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";
import { surfaceColor } from "./surface.css.ts";

const surface = fallbackVar(surfaceColor, vars.color.surface);

export const drawing = style({
  inlineSize: "100%",
  blockSize: "auto",
  fill: surface,
  stroke: vars.color.accent,
  strokeWidth: 1.6,
  strokeLinecap: "round",
  strokeLinejoin: "round",
});
export const veins = style({ fill: "none", opacity: 0.55 });
export const stem = style({ stroke: vars.color.leaf, fill: "none" });
export const leaf = style({ stroke: vars.color.leaf });

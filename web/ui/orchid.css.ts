import { fallbackVar, style } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";
import { paperColor } from "./surface.css.ts";

const paper = fallbackVar(paperColor, vars.color.surface);

export const drawing = style({
  inlineSize: "100%",
  blockSize: "auto",
  fill: paper,
  stroke: vars.color.accent,
  strokeWidth: 1.6,
  strokeLinecap: "round",
  strokeLinejoin: "round",
});
export const veins = style({ fill: "none", opacity: 0.55 });
export const stem = style({ stroke: vars.color.leaf, fill: "none" });
export const leaf = style({ stroke: vars.color.leaf });

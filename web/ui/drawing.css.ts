import { fallbackVar, globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";
import { surfaceColor } from "./surface.css.ts";

const surface = fallbackVar(surfaceColor, vars.color.surface);
const { accent, leaf } = vars.color;
const tinted = (color: string, below: string) => `color-mix(in oklab, ${color} 15%, ${below})`;

export const drawing = style({
  inlineSize: "100%",
  blockSize: "auto",
  // A flower may reach beyond its drawing.
  overflow: "visible",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: "clamp(1.25px, 1.1px + 0.1vw, 1.75px)",
  strokeLinecap: "round",
  strokeLinejoin: "round",
});
// One weight at every size.
globalStyle(`${drawing} path`, { vectorEffect: "non-scaling-stroke" });

/** What draws a path. Where two of them cross, what is filled covers what lies below. */
export const pen = styleVariants({
  ink: {},
  faint: { opacity: 0.4 },
  /** Along which things were moved. */
  guide: { opacity: 0.45, strokeDasharray: "2 6" },
  paper: { fill: surface },
  accent: { stroke: accent },
  vein: { stroke: accent, opacity: 0.55 },
  bloom: { stroke: accent, fill: tinted(accent, surface) },
  /** What is seen through. */
  field: { stroke: accent, fill: tinted(accent, "transparent") },
  lens: { stroke: accent, fill: surface },
  spot: { stroke: "none", fill: accent },
  leaf: { stroke: leaf },
  frond: { stroke: leaf, fill: tinted(leaf, surface) },
  node: { stroke: leaf, fill: surface },
  /** Keeps what lies below apart from the stem that grows over it. */
  halo: { stroke: surface, strokeWidth: 9 },
});

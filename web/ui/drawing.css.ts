import { fallbackVar, globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";
import { surfaceColor } from "./layout.css.ts";

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
// Keeps the stroke width the same at every size.
globalStyle(`${drawing} path`, { vectorEffect: "non-scaling-stroke" });

/** The pens of a drawing. A filled path covers the paths below it. */
export const pen = styleVariants({
  ink: {},
  faint: { opacity: 0.4 },
  /** The path of a movement. */
  guide: { opacity: 0.45, strokeDasharray: "2 6" },
  paper: { fill: surface },
  accent: { stroke: accent },
  vein: { stroke: accent, opacity: 0.55 },
  bloom: { stroke: accent, fill: tinted(accent, surface) },
  /** Transparent. */
  field: { stroke: accent, fill: tinted(accent, "transparent") },
  lens: { stroke: accent, fill: surface },
  spot: { stroke: "none", fill: accent },
  leaf: { stroke: leaf },
  frond: { stroke: leaf, fill: tinted(leaf, surface) },
  node: { stroke: leaf, fill: surface },
  /** A gap around the stem that grows over other paths. */
  halo: { stroke: surface, strokeWidth: 9 },
});

export const orchid = style({
  inlineSize: "100%",
  blockSize: "auto",
  fill: surface,
  stroke: accent,
  strokeWidth: 1.6,
  strokeLinecap: "round",
  strokeLinejoin: "round",
});
export const orchidVeins = style({ fill: "none", opacity: 0.55 });
export const orchidStem = style({ stroke: leaf, fill: "none" });
export const orchidLeaf = style({ stroke: leaf });

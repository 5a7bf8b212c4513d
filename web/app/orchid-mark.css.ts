import { fallbackVar, style } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";
import { surfaceColor } from "#web/ui/surface.css.ts";

export const mark = style({ inlineSize: "2.25rem", blockSize: "2.25rem", flexShrink: 0 });
export const petals = style({ fill: vars.color.accent });
export const sepals = style({ fill: vars.color.accent, opacity: 0.6 });
export const lip = style({ fill: vars.color.accentStrong });
export const throat = style({ fill: fallbackVar(surfaceColor, vars.color.surface) });

import { fallbackVar, style } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";
import { surfaceColor } from "#web/ui/layout.css.ts";

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

export const sign = style({ inlineSize: "2.25rem", blockSize: "2.25rem", flexShrink: 0 });
export const petals = style({ fill: vars.color.accent });
export const sepals = style({ fill: vars.color.accent, opacity: 0.6 });
export const lip = style({ fill: vars.color.accentStrong });
export const throat = style({ fill: fallbackVar(surfaceColor, vars.color.surface) });

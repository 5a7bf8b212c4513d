import { style, styleVariants } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";
import { dialog } from "./dialog.css.ts";

// A click on its padding would count as one beside it: the air is inside.
export const modal = style([dialog, { padding: 0 }]);
export const size = styleVariants({
  narrow: {},
  wide: { inlineSize: `min(56rem, calc(100vw - 2 * ${vars.space.medium}))` },
});
export const inside = style({ display: "grid", gap: vars.space.medium, padding: vars.space.large });
export const head = style({
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  minBlockSize: "2.75rem",
  marginInlineEnd: "-0.5rem",
});

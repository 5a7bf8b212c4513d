import { style, styleVariants } from "@vanilla-extract/css";
import { wide as media } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";
import { column, grid } from "#web/ui/layout.css.ts";

const at = (gridColumn: string) => ({ "@media": { [media.laptop]: { gridColumn } } });

// The headline is on the left, the text lower on the right, and the drawing below both, indented by one column.
export const wide = style([grid, { rowGap: vars.space.medium, alignItems: "end" }]);
export const headline = style(at("1 / span 6"));
export const lead = column.lastFive;
export const below = style([{ marginBlockStart: vars.space.xlarge }, at("2 / -1")]);

export const pair = style([grid, { alignItems: "center" }]);
export const beside = styleVariants({ start: [column.firstSeven], end: [column.lastSeven, { order: 1 }] });
export const textSide = { start: column.lastFive, end: column.firstFive };

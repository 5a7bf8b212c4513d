import { style, styleVariants } from "@vanilla-extract/css";
import { wide as media } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";

const columns = {
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: `${vars.space.medium} ${vars.space.large}`,
  "@media": { [media.laptop]: { gridTemplateColumns: "repeat(12, minmax(0, 1fr))" } },
} as const;
const at = (gridColumn: string) => ({ "@media": { [media.laptop]: { gridColumn } } });

// The headline is on the left, the text lower on the right, and the drawing below both, indented by one column.
export const wide = style({ ...columns, alignItems: "end" });
export const headline = style(at("1 / span 6"));
export const lead = style(at("8 / span 5"));
export const below = style([{ marginBlockStart: vars.space.xlarge }, at("2 / -1")]);

export const pair = style({ ...columns, alignItems: "center", rowGap: vars.space.xlarge });
export const beside = styleVariants({
  start: at("1 / span 7"),
  end: [at("6 / span 7"), { order: 1 }],
});
export const textSide = styleVariants({ start: at("8 / span 5"), end: at("1 / span 5") });

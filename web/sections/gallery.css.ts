import { style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { column } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const gallery = style({
  display: "grid",
  gap: `${vars.space.xlarge} ${vars.space.large}`,
  marginBlockStart: vars.space.xlarge,
  "@media": { [wide.laptop]: { gridTemplateColumns: "repeat(12, minmax(0, 1fr))", alignItems: "start" } },
});

// Three layouts in turn: wide, narrow and lower, indented by two columns.
export const item = style({
  ...column("small"),
  "@media": {
    [wide.laptop]: {
      gridColumn: "span 7",
      selectors: {
        "&:nth-child(3n + 2)": { gridColumn: "span 5", marginBlockStart: vars.space.xxlarge },
        "&:nth-child(3n)": { gridColumn: "3 / span 8" },
      },
    },
  },
});

export const caption = style({ color: vars.color.quiet, maxInlineSize: "40ch", textWrap: "balance" });

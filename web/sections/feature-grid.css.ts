import { style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { column } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const items = style({
  display: "grid",
  gap: vars.space.xlarge,
  "@media": { [wide.tablet]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" } },
});

export const item = style({
  ...column("xsmall"),
  paddingBlockStart: vars.space.medium,
  borderBlockStart: `1px solid ${vars.color.line}`,
  // The first of an odd number of items spans two columns, so that no cell stays empty.
  selectors: {
    "&:first-child:nth-last-child(odd)": { "@media": { [wide.tablet]: { gridColumn: "1 / -1" } } },
  },
});

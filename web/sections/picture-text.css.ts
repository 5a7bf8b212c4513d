import { style, styleVariants } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { column } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const pair = style({
  display: "grid",
  gap: vars.space.xlarge,
  alignItems: "center",
});

export const side = styleVariants({
  start: {
    "@media": {
      [wide.laptop]: { gridTemplateColumns: "minmax(0, 7fr) minmax(0, 5fr)", columnGap: vars.space.xxlarge },
    },
  },
  end: {
    "@media": {
      [wide.laptop]: { gridTemplateColumns: "minmax(0, 5fr) minmax(0, 7fr)", columnGap: vars.space.xxlarge },
    },
  },
});

export const picture = styleVariants({
  start: {},
  end: { "@media": { [wide.laptop]: { order: 1 } } },
});

export const items = style({ display: "flex", flexDirection: "column", marginBlockStart: vars.space.small });
export const item = style({
  ...column("xxsmall"),
  paddingBlock: vars.space.large,
  borderBlockStart: `1px solid ${vars.color.line}`,
  selectors: { "&:last-child": { paddingBlockEnd: 0 } },
});

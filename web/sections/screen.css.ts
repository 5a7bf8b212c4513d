import { style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { column } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const parts = style({ display: "grid", gap: vars.space.xlarge, marginBlockStart: vars.space.xlarge });

export const figure = style({ display: "flex", flexDirection: "column", gap: vars.space.small });
// Both pictures are lazy, so the browser does not load the hidden one.
export const onWide = style({ "@media": { "not all and (min-width: 40rem)": { display: "none" } } });
export const onPhone = style({
  inlineSize: "min(100%, 24rem)",
  marginInline: "auto",
  "@media": { [wide.tablet]: { display: "none" } },
});
export const caption = style({ fontSize: vars.textSize.small, color: vars.color.quiet });

export const points = style({
  display: "grid",
  gap: vars.space.large,
  "@media": {
    [wide.laptop]: { gridAutoFlow: "column", gridAutoColumns: "minmax(0, 1fr)", gap: vars.space.xlarge },
  },
});
export const point = style({
  ...column("xxsmall"),
  paddingBlockStart: vars.space.medium,
  borderBlockStart: `1px solid ${vars.color.line}`,
});

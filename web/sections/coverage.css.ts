import { style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";

export const parts = style({ display: "grid", gap: vars.space.xlarge });
export const part = style({ display: "grid", gap: vars.space.medium });

export const lines = style({ borderBlockEnd: `1px solid ${vars.color.line}` });
export const line = style({
  display: "grid",
  gap: `${vars.space.xxsmall} ${vars.space.large}`,
  paddingBlock: vars.space.small,
  borderBlockStart: `1px solid ${vars.color.line}`,
  "@media": { [wide.tablet]: { gridTemplateColumns: "minmax(0, 2fr) minmax(0, 3fr)" } },
});
export const term = style({ color: vars.color.quiet });
export const days = style({ "::first-letter": { textTransform: "uppercase" } });

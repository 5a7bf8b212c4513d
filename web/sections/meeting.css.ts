import { style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";

export const meeting = style({
  gridColumn: "1 / -1",
  borderBlock: `1px solid ${vars.color.line}`,
});

export const summary = style({ paddingBlock: "0.65rem", fontWeight: 600, cursor: "pointer" });

export const fields = style({
  display: "grid",
  gap: vars.space.medium,
  paddingBlockEnd: vars.space.medium,
  "@media": { [wide.tablet]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" } },
});
export const hint = style({ gridColumn: "1 / -1" });

import { style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";

export const page = style({
  display: "grid",
  gap: vars.space.xlarge,
  alignItems: "center",
  paddingBlock: vars.space.xxlarge,
  "@media": { [wide.tablet]: { gridTemplateColumns: "minmax(0, 1fr) clamp(12rem, 30vw, 22rem)" } },
});

export const code = style({
  fontFamily: vars.font.serif,
  fontSize: "clamp(6rem, 22vw, 15rem)",
  lineHeight: 0.85,
  letterSpacing: "-0.05em",
  color: vars.color.accent,
});

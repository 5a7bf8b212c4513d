import { style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";

export const highlights = style({
  display: "grid",
  gap: `${vars.space.xlarge} ${vars.space.large}`,
  marginBlockStart: vars.space.xlarge,
  "@media": {
    [wide.tablet]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" },
    [wide.laptop]: { gridTemplateColumns: "none", gridAutoFlow: "column", gridAutoColumns: "auto" },
  },
});

export const highlight = style({
  display: "flex",
  flexDirection: "column",
  gap: vars.space.xsmall,
  paddingInlineStart: vars.space.large,
  borderInlineStart: `2px solid ${vars.color.leaf}`,
});

export const word = style({
  fontFamily: vars.font.serif,
  fontSize: "clamp(2.25rem, 1.6rem + 2vw, 3.24rem)",
  lineHeight: 1.05,
  letterSpacing: "-0.02em",
});

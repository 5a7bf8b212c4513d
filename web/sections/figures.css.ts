import { style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";

export const figures = style({
  display: "grid",
  gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
  gap: `${vars.space.xlarge} ${vars.space.large}`,
  marginBlockStart: vars.space.xlarge,
  "@media": {
    [wide.laptop]: { gridTemplateColumns: "none", gridAutoFlow: "column", gridAutoColumns: "minmax(0, 1fr)" },
  },
});

// In the document the label comes first, as a term; on the page the number does.
export const figure = style({
  display: "flex",
  flexDirection: "column-reverse",
  justifyContent: "flex-end",
  gap: vars.space.xsmall,
  paddingBlockStart: vars.space.medium,
  borderBlockStart: `2px solid ${vars.color.accent}`,
});

export const label = style({ color: vars.color.quiet, lineHeight: 1.4, hyphens: "auto" });

export const value = style({
  fontFamily: vars.font.serif,
  fontSize: vars.textSize.figure,
  lineHeight: 1,
  letterSpacing: "-0.03em",
  whiteSpace: "nowrap",
});

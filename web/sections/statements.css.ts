import { style } from "@vanilla-extract/css";
import { narrow, wide } from "#web/theme/media.ts";
import { column, serif } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const statements = style({
  display: "grid",
  gap: vars.space.xxlarge,
  marginBlockStart: vars.space.xxlarge,
  "@media": {
    [narrow]: { gap: vars.space.large, marginBlockStart: vars.space.large },
    [wide.laptop]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))", columnGap: vars.space.xxlarge },
  },
});

// The second statement is lower than the first.
export const statement = style({
  ...column("small"),
  paddingBlockStart: vars.space.medium,
  borderBlockStart: `1px solid ${vars.color.text}`,
  "@media": {
    [wide.laptop]: { selectors: { "&:nth-child(even)": { marginBlockStart: vars.space.xxlarge } } },
  },
});

export const statementText = style({
  ...serif("clamp(1.328rem, 1.1rem + 0.95vw, 1.875rem)", 1.35, "-0.01em"),
  textWrap: "balance",
});

export const drawing = style({
  marginBlockStart: vars.space.xlarge,
  maxInlineSize: "58rem",
  marginInlineStart: "auto",
});

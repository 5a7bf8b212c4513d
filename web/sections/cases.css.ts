import { style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { column, serif } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const cases = style({ marginBlockStart: vars.space.xxlarge });

// Figure, story and picture take four columns each. Without a picture the story takes the rest.
export const entry = style({
  display: "grid",
  gap: vars.space.large,
  paddingBlock: vars.space.xlarge,
  borderBlockStart: `1px solid ${vars.color.text}`,
  selectors: { "&:last-child": { paddingBlockEnd: 0 } },
  "@media": {
    [wide.laptop]: {
      gridTemplateColumns: "repeat(12, minmax(0, 1fr))",
      columnGap: vars.space.xlarge,
      alignItems: "start",
    },
    print: { breakInside: "avoid" },
  },
});

export const figure = style({
  ...column("xsmall"),
  "@media": { [wide.laptop]: { gridColumn: "span 4" } },
});
export const value = style({
  ...serif("clamp(3.25rem, 2.2rem + 3.6vw, 5.25rem)", 0.95, "-0.035em"),
  whiteSpace: "nowrap",
  color: vars.color.accent,
});
export const label = style({ lineHeight: 1.4, maxInlineSize: "30ch", textWrap: "balance" });

export const details = style({
  ...column("medium"),
  "@media": {
    [wide.laptop]: { gridColumn: "span 4", selectors: { "&:last-child": { gridColumn: "span 8" } } },
  },
});
export const story = style({ display: "grid", gap: vars.space.medium, maxInlineSize: "62ch" });
export const term = style({ fontSize: vars.textSize.small, color: vars.color.quiet });

export const picture = style({ "@media": { [wide.laptop]: { gridColumn: "span 4" } } });

import { style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { column } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const people = style({
  display: "grid",
  gap: `${vars.space.xlarge} ${vars.space.large}`,
  marginBlockStart: vars.space.xlarge,
  "@media": {
    [wide.tablet]: { gridTemplateColumns: "repeat(auto-fill, minmax(15rem, 1fr))" },
    [wide.laptop]: { columnGap: vars.space.xlarge },
  },
});

// On a phone a small portrait is beside the text.
export const person = style({
  display: "flex",
  gap: vars.space.medium,
  "@media": { [wide.tablet]: { flexDirection: "column" } },
  selectors: {
    // Without portraits a line separates the people.
    "&:not(:has(picture))": {
      paddingBlockStart: vars.space.medium,
      borderBlockStart: `1px solid ${vars.color.line}`,
    },
  },
});

export const portrait = style({
  flexShrink: 0,
  inlineSize: "6.5rem",
  aspectRatio: "4 / 5",
  overflow: "hidden",
  borderEndEndRadius: "2rem",
  "@media": {
    [wide.tablet]: { inlineSize: "100%", borderEndEndRadius: `calc(${vars.radius.petal} / 2)` },
  },
});

export const details = style({
  ...column("xxsmall"),
  minInlineSize: 0,
});

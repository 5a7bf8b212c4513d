import { style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { column, serif } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const testimonials = style({
  display: "grid",
  gap: vars.space.xxlarge,
  marginBlockStart: vars.space.xxlarge,
  "@media": { [wide.laptop]: { gridTemplateColumns: "repeat(12, minmax(0, 1fr))" } },
});

// The testimonials follow each other with different indents.
export const testimonial = style({
  ...column("large"),
  "@media": {
    [wide.laptop]: {
      gridColumn: "1 / span 9",
      selectors: { "&:nth-child(even)": { gridColumn: "4 / span 9" } },
    },
    print: { breakInside: "avoid" },
  },
});

// The quotation marks are those of the page's language, and hang outside the text.
export const quote = style({
  margin: 0,
  ...serif("clamp(1.66rem, 1.2rem + 2vw, 2.75rem)", 1.2, "-0.016em"),
  textWrap: "balance",
  textIndent: "-0.44em",
  selectors: {
    "&::before": { content: "open-quote", color: vars.color.accent },
    "&::after": { content: "close-quote", color: vars.color.accent },
  },
});

export const author = style({
  display: "flex",
  flexDirection: "column",
  color: vars.color.quiet,
  lineHeight: 1.4,
});
export const name = style({ color: vars.color.text, fontWeight: 600 });

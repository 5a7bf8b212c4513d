import { globalStyle, style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";

export const section = style({ paddingBlock: vars.space.section });

// Two sections on the same surface share the air between them.
for (const surface of ["plain", "tinted", "ink"]) {
  globalStyle(`${section}[data-surface=${surface}] + ${section}[data-surface=${surface}]`, {
    paddingBlockStart: 0,
  });
}

export const headline = style({
  "@media": {
    [wide.laptop]: { position: "sticky", insetBlockStart: "9rem" },
    "(min-width: 75rem)": { paddingInlineEnd: vars.space.xlarge },
  },
});

export const price = style({
  fontFamily: vars.font.serif,
  fontSize: vars.textSize.title,
  lineHeight: 1.25,
  letterSpacing: "-0.008em",
});

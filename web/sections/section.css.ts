import { globalStyle, style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { serif } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const section = style({ paddingBlock: vars.space.section });

// Two sections on the same surface share the space between them.
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

export const price = style(serif(vars.textSize.title, 1.25, "-0.008em"));

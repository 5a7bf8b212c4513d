import { globalStyle, style } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

export const section = style({ paddingBlock: vars.space.section });

// Two sections on the same surface share the air between them.
for (const surface of ["plain", "tinted", "ink"]) {
  globalStyle(`${section}[data-surface=${surface}] + ${section}[data-surface=${surface}]`, {
    paddingBlockStart: 0,
  });
}

import { globalStyle, style } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

export const section = style({ paddingBlock: vars.space.section });

// Two sections on the same paper share the air between them.
for (const paper of ["plain", "tinted", "ink"]) {
  globalStyle(`${section}[data-paper=${paper}] + ${section}[data-paper=${paper}]`, { paddingBlockStart: 0 });
}

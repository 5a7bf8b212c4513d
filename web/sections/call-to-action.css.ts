import { style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";

export const closing = style({
  display: "grid",
  gap: vars.space.xlarge,
  alignItems: "center",
  "@media": { [wide.tablet]: { gridTemplateColumns: "minmax(0, 1fr) clamp(10rem, 22vw, 18rem)" } },
});

// The flower is higher than the words, and takes its height from the air around them.
export const flower = style({
  marginBlock: `calc(-0.7 * ${vars.space.section})`,
  "@media": { "not all and (min-width: 40rem)": { display: "none" } },
});

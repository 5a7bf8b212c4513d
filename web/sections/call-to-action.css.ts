import { style, styleVariants } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";

const closingBase = { display: "grid", gap: vars.space.xlarge, alignItems: "center" } as const;
const flowerWidth = "clamp(10rem, 22vw, 18rem)";
export const closing = styleVariants({
  dark: {
    ...closingBase,
    "@media": { [wide.tablet]: { gridTemplateColumns: `minmax(0, 1fr) ${flowerWidth}` } },
  },
  light: {
    ...closingBase,
    "@media": {
      [wide.tablet]: { gridTemplateColumns: `${flowerWidth} minmax(0, 1fr)`, columnGap: vars.space.xxlarge },
    },
  },
});

// The flower is taller than the text, so negative margins extend it into the padding of the section.
export const flower = style({
  selectors: { [`${closing.light} > &`]: { order: -1 } },
  marginBlock: `calc(-0.7 * ${vars.space.section})`,
  "@media": { "not all and (min-width: 40rem)": { display: "none" } },
});

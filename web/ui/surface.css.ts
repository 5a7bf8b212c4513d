import { createVar, style, styleVariants } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

/** The color of the surface that something lies on. */
export const surfaceColor = createVar();

const sheet = style({ background: surfaceColor, color: vars.color.text });

/** The surfaces of sections; `ink` is dark in both themes, and light in print. */
export const surface = styleVariants({
  plain: [sheet, { vars: { [surfaceColor]: vars.color.surface } }],
  tinted: [sheet, { vars: { [surfaceColor]: vars.color.tinted } }],
  ink: [
    sheet,
    {
      colorScheme: "dark",
      vars: { [surfaceColor]: vars.color.ink },
      "@media": { print: { vars: { [surfaceColor]: vars.color.surface } } },
    },
  ],
});

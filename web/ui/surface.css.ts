import { createVar, style, styleVariants } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

/** The colour of the paper that something lies on. */
export const paperColor = createVar();

const sheet = style({ background: paperColor, color: vars.color.text });

/** The papers that sections are printed on; `ink` is dark in both themes, and not on real paper. */
export const paper = styleVariants({
  plain: [sheet, { vars: { [paperColor]: vars.color.surface } }],
  tinted: [sheet, { vars: { [paperColor]: vars.color.tinted } }],
  ink: [
    sheet,
    {
      colorScheme: "dark",
      vars: { [paperColor]: vars.color.ink },
      "@media": { print: { vars: { [paperColor]: vars.color.surface } } },
    },
  ],
});

import { style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";

export const headline = style({
  "@media": {
    [wide.laptop]: { position: "sticky", insetBlockStart: "9rem" },
    "(min-width: 75rem)": { paddingInlineEnd: vars.space.xlarge },
  },
});

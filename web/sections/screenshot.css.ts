import { style } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

// The frame never crops a screenshot.
export const frame = style({
  overflow: "hidden",
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.medium,
});

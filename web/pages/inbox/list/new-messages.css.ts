import { style } from "@vanilla-extract/css";
import { shadow } from "#web/theme/tokens.ts";
import { vars } from "#web/theme/vars.css.ts";

export const status = style({
  position: "relative",
  zIndex: 2,
  blockSize: 0,
  display: "flex",
  justifyContent: "center",
  pointerEvents: "none",
});
export const pill = style({
  position: "absolute",
  insetBlockStart: vars.space.xsmall,
  minBlockSize: "2.75rem",
  paddingInline: vars.space.medium,
  border: `1px solid ${vars.color.control}`,
  borderRadius: vars.radius.round,
  background: vars.color.raised,
  color: vars.color.text,
  fontSize: vars.textSize.small,
  fontWeight: 600,
  boxShadow: shadow.button,
  pointerEvents: "auto",
  cursor: "pointer",
  selectors: {
    "&:hover": { borderColor: vars.color.accent, color: vars.color.accent },
    "&:focus-visible": { borderRadius: vars.radius.round },
  },
});

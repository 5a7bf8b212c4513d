import { style, styleVariants } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

const base = style({
  display: "inline-block",
  paddingInline: vars.space.xsmall,
  borderRadius: vars.radius.round,
  fontSize: "0.75rem",
  fontWeight: 600,
  lineHeight: 1.6,
  whiteSpace: "nowrap",
});

export const badge = styleVariants({
  leaf: [base, { background: vars.color.leaf, color: vars.color.onLeaf }],
  quiet: [base, { boxShadow: `inset 0 0 0 1px ${vars.color.control}`, color: vars.color.quiet }],
});

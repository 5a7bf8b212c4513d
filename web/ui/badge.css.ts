import { style, styleVariants } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

const base = style({
  display: "inline-block",
  flexShrink: 0,
  paddingInline: vars.space.xsmall,
  borderRadius: vars.radius.round,
  fontSize: "0.75rem",
  fontWeight: 600,
  lineHeight: 1.6,
  whiteSpace: "nowrap",
});

const outlined = (color: string) => ({ boxShadow: `inset 0 0 0 1px ${color}` });
const small = style([base, { paddingInline: "0.375rem", fontSize: "0.6875rem" }]);

export const badge = styleVariants({
  leaf: [base, { background: vars.color.leaf, color: vars.color.onLeaf }],
  /** Small, for a list in which many rows have one. */
  quiet: [small, { ...outlined(vars.color.line), color: vars.color.quiet }],
  caution: [small, outlined(vars.color.caution)],
});

import { style, styleVariants } from "@vanilla-extract/css";
import { oneColumn } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const alert = style({
  display: "flex",
  gap: vars.space.small,
  alignItems: "flex-start",
  paddingBlock: vars.space.medium,
  paddingInline: vars.space.medium,
  borderInlineStart: "4px solid",
  borderRadius: vars.radius.small,
  background: vars.color.raised,
});

export const tone = styleVariants({
  critical: { borderColor: vars.color.critical },
  caution: { borderColor: vars.color.caution },
  success: { borderColor: vars.color.leaf },
});

export const mark = styleVariants({
  critical: { color: vars.color.critical, marginBlockStart: "0.2em" },
  caution: { color: vars.color.caution, marginBlockStart: "0.2em" },
  success: { color: vars.color.leaf, marginBlockStart: "0.2em" },
});

export const content = style({
  flex: 1,
  minInlineSize: 0,
  ...oneColumn,
  gap: vars.space.xsmall,
  justifyItems: "start",
});

// Visible only if the address names it or the edge has marked it: the result of a form that was posted without script.
export const targeted = style({ selectors: { "&:not(:target, [data-answer])": { display: "none" } } });

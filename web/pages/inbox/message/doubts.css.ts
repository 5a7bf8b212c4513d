import { style } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

export const doubts = style({
  maxInlineSize: "68ch",
  fontSize: vars.textSize.small,
  lineHeight: 1.5,
  color: vars.color.quiet,
  overflowWrap: "anywhere",
  selectors: {
    "&[data-standing=spam], &[data-standing=review]": {
      marginBlockStart: vars.space.xsmall,
      paddingInlineStart: vars.space.small,
      borderInlineStart: `3px solid ${vars.color.caution}`,
      color: vars.color.text,
    },
  },
});
export const lead = style({
  selectors: { [`${doubts}[data-standing=spam] &, ${doubts}[data-standing=review] &`]: { fontWeight: 600 } },
});

import { style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { oneColumn } from "#web/theme/one-column.ts";
import { vars } from "#web/theme/vars.css.ts";

export const facts = style({
  ...oneColumn,
  inlineSize: "100%",
  borderBlockStart: `1px solid ${vars.color.line}`,
});

export const fact = style({
  ...oneColumn,
  rowGap: vars.space.xsmall,
  paddingBlock: vars.space.small,
  borderBlockEnd: `1px solid ${vars.color.line}`,
  "@media": {
    [wide.tablet]: { gridTemplateColumns: "minmax(0, 2fr) minmax(0, 5fr)", columnGap: vars.space.large },
  },
});

export const label = style({ color: vars.color.quiet, fontSize: vars.textSize.small });

export const value = style({ whiteSpace: "pre-wrap", overflowWrap: "anywhere" });

import { globalStyle, style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { oneColumn } from "#web/theme/one-column.ts";
import { vars } from "#web/theme/vars.css.ts";

export const page = style({
  ...oneColumn,
  gap: vars.space.xlarge,
  alignItems: "start",
  paddingBlock: vars.space.section,
  "@media": {
    [wide.laptop]: { gridTemplateColumns: "minmax(0, 5fr) minmax(0, 6fr)", columnGap: vars.space.xxlarge },
  },
});

export const intro = style({ ...oneColumn, gap: vars.space.medium });

// It takes the focus to be read, not to be used.
globalStyle(`${intro} h1:focus-visible`, { outline: "none" });

export const panel = style({ ...oneColumn, gap: vars.space.large, justifyItems: "start" });

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

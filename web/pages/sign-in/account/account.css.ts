import { style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { oneColumn } from "#web/theme/one-column.ts";
import { vars } from "#web/theme/vars.css.ts";

export const parts = style({
  ...oneColumn,
  gap: vars.space.xxlarge,
});

export const part = style({
  ...oneColumn,
  gap: vars.space.medium,
  justifyItems: "stretch",
  selectors: {
    "& + &": { borderBlockStart: `1px solid ${vars.color.line}`, paddingBlockStart: vars.space.xlarge },
  },
});
export const words = style({
  ...oneColumn,
  gap: vars.space.xsmall,
});
export const form = style({
  ...oneColumn,
  gap: vars.space.large,
  maxInlineSize: "30rem",
});
export const action = style({
  justifySelf: "start",
  display: "flex",
  flexWrap: "wrap",
  gap: vars.space.small,
});

export const sessions = style({ borderBlockStart: `1px solid ${vars.color.line}` });
export const session = style({
  ...oneColumn,
  gap: vars.space.xsmall,
  alignItems: "center",
  paddingBlock: vars.space.small,
  borderBlockEnd: `1px solid ${vars.color.line}`,
  "@media": { [wide.tablet]: { gridTemplateColumns: "minmax(0, 1fr) auto", columnGap: vars.space.medium } },
});
export const device = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: vars.space.xsmall,
  fontWeight: 600,
});
export const detail = style({ color: vars.color.quiet, fontSize: vars.textSize.small });
export const end = style({ justifySelf: "start" });

import { style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { centeredRow, oneColumn } from "#web/theme/rules.ts";
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
export const texts = style({
  ...oneColumn,
  gap: vars.space.xsmall,
});
export const action = style({
  justifySelf: "start",
  display: "flex",
  flexWrap: "wrap",
  gap: vars.space.small,
});
export const form = style({
  ...oneColumn,
  gap: vars.space.large,
  maxInlineSize: "30rem",
  selectors: {
    [`${action} + &, & + &`]: { marginBlockStart: vars.space.large },
  },
});

export const sessions = style({ borderBlockStart: `1px solid ${vars.color.line}` });
const row = { paddingBlock: vars.space.small, borderBlockEnd: `1px solid ${vars.color.line}` } as const;
const textAndActions = {
  ...oneColumn,
  gap: vars.space.xsmall,
  alignItems: "center",
  "@media": { [wide.tablet]: { gridTemplateColumns: "minmax(0, 1fr) auto", columnGap: vars.space.medium } },
} as const;
export const session = style({ ...row, ...textAndActions });
export const passkey = style(row);
export const passkeyHeader = style(textAndActions);
export const device = style({
  ...centeredRow("xsmall"),
  flexWrap: "wrap",
  fontWeight: 600,
});
export const detail = style({ color: vars.color.quiet, fontSize: vars.textSize.small });
export const end = style({ justifySelf: "start" });
export const rowActions = style({
  display: "flex",
  flexWrap: "wrap",
  gap: vars.space.small,
});

export const codes = style({
  display: "grid",
  gap: vars.space.xsmall,
  margin: 0,
  padding: 0,
  fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
  fontSize: vars.textSize.small,
  fontVariantNumeric: "tabular-nums",
  overflowWrap: "anywhere",
});

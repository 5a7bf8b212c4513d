import { globalStyle, style } from "@vanilla-extract/css";
import { onePane } from "#web/pages/inbox/shared/layout.ts";
import { centeredRow, oneColumn } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const quotes = style({ color: vars.color.quiet });
export const summary = style({
  inlineSize: "fit-content",
  paddingBlock: vars.space.xsmall,
  fontSize: vars.textSize.small,
  cursor: "pointer",
  ":hover": { color: vars.color.accent },
  "@media": { [onePane]: { paddingBlock: vars.space.small }, print: { display: "none" } },
});
globalStyle(`${quotes}[open] > :not(summary)`, {
  paddingInlineStart: vars.space.small,
  borderInlineStart: `2px solid ${vars.color.line}`,
});

export const attachments = style({
  ...oneColumn,
  gap: vars.space.xsmall,
  margin: 0,
  marginBlockStart: vars.space.small,
  padding: 0,
  listStyle: "none",
});
export const attachment = style({
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr) auto",
  alignItems: "center",
  gap: vars.space.xsmall,
  padding: vars.space.xsmall,
  paddingInlineStart: vars.space.small,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.small,
  fontSize: vars.textSize.small,
});
export const description = style({
  color: vars.color.quiet,
  display: "flex",
  flexWrap: "wrap",
  columnGap: vars.space.small,
  alignItems: "center",
});
export const name = style({ color: vars.color.text, fontWeight: 600, overflowWrap: "anywhere" });
export const size = style({ whiteSpace: "nowrap" });
export const danger = style({ ...centeredRow("xxsmall"), color: vars.color.critical, fontWeight: 600 });
export const preview = style({ gridColumn: "2 / -1" });
export const canvas = style({
  display: "block",
  maxInlineSize: "100%",
  blockSize: "auto",
  borderRadius: vars.radius.small,
  // Takes room once the picture is there.
  selectors: { "&[data-stage=waiting]": { blockSize: 1, inlineSize: 1 } },
});

import { globalStyle, style } from "@vanilla-extract/css";
import { oneColumn } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const page = style({
  ...oneColumn,
  gap: vars.space.xlarge,
  maxWidth: "44rem",
  paddingBlock: vars.space.section,
});

export const intro = style({ ...oneColumn, gap: vars.space.medium });

// The title takes the focus for screen readers only, so it has no outline.
globalStyle(`${intro} h1:focus-visible`, { outline: "none" });

export const thread = style({
  ...oneColumn,
  gap: vars.space.large,
  listStyle: "none",
  margin: 0,
  padding: 0,
});

export const item = style({ ...oneColumn, gap: vars.space.small });

export const itemText = style({ whiteSpace: "pre-wrap", overflowWrap: "anywhere" });

export const form = style({ ...oneColumn, gap: vars.space.medium, justifyItems: "start" });

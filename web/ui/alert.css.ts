import { style } from "@vanilla-extract/css";
import { oneColumn } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";
import { messageColor } from "./text.css.ts";

export const alert = style({
  display: "flex",
  gap: vars.space.small,
  alignItems: "flex-start",
  padding: vars.space.medium,
  borderInlineStart: `4px solid ${messageColor}`,
  borderRadius: vars.radius.small,
  background: vars.color.raised,
});

export const mark = style({ marginBlockStart: "0.2em", color: messageColor });

export const content = style({
  flex: 1,
  minInlineSize: 0,
  ...oneColumn,
  gap: vars.space.xsmall,
  justifyItems: "start",
});

// Visible if the address has its fragment, or if the edge answers a form that was posted without script.
export const targeted = style({ selectors: { "&:not(:target, [data-answer])": { display: "none" } } });

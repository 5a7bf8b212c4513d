import { globalStyle, style } from "@vanilla-extract/css";
import { wide as from } from "#web/theme/media.ts";
import { centeredRow, oneColumn } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

/** The target of the fragment that requests the account. */
export const accountTarget = style({});

export const page = style({
  ...oneColumn,
  gap: vars.space.xlarge,
  alignItems: "start",
  paddingBlock: vars.space.section,
  selectors: {
    // The fragment requests the account, so the prerendered form stays hidden until the page is ready.
    [`${accountTarget}:target ~ &:not([data-ready])`]: { visibility: "hidden" },
  },
  "@media": {
    [from.laptop]: { gridTemplateColumns: "minmax(0, 5fr) minmax(0, 6fr)", columnGap: vars.space.xxlarge },
  },
});

export const intro = style({
  ...oneColumn,
  gap: vars.space.medium,
});

// The title takes the focus for screen readers only, so it has no outline after a mailed link is opened.
globalStyle(`${intro} h1:focus-visible`, { outline: "none" });

export const panel = style({ display: "grid", gap: vars.space.large, maxInlineSize: "30rem" });

export const form = style({ display: "grid", gap: vars.space.large });

export const submit = style({ display: "grid" });

export const toggle = style({ justifySelf: "start", marginInlineStart: "-1rem" });

export const wide = style({
  ...oneColumn,
  maxInlineSize: "44rem",
});

export const aside = style({
  display: "grid",
  gap: vars.space.small,
  borderBlockStart: `1px solid ${vars.color.line}`,
  paddingBlockStart: vars.space.large,
});

export const choices = style({
  ...centeredRow("small"),
  flexWrap: "wrap",
});

export const count = style({
  color: vars.color.quiet,
  fontSize: vars.textSize.small,
  fontVariantNumeric: "tabular-nums",
});

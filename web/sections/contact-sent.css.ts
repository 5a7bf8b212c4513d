import { globalStyle, style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { centeredRow, oneColumn } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

// Shown instead of the form if the address names it, or a message was sent from this page.
export const confirmation = style({
  selectors: { "&:not(:target, [data-answer])": { display: "none" } },
});
globalStyle(`${confirmation}:is(:target, [data-answer]) ~ form`, { display: "none" });

export const title = style({
  ...centeredRow("xsmall"),
  fontFamily: vars.font.serif,
  fontSize: vars.textSize.title,
  lineHeight: 1.2,
  // Scrolls the title to below the header.
  scrollMarginBlockStart: "7rem",
  // The title gets the focus for screen readers only.
  selectors: { "&:focus-visible": { outline: "none" } },
});
globalStyle(`${title} svg`, { color: vars.color.leaf });

// Hides the line if there is no reference.
export const reference = style({ selectors: { "&:has(strong:empty)": { display: "none" } } });
globalStyle(`${reference} strong`, { fontVariantNumeric: "tabular-nums", letterSpacing: "0.04em" });

export const heading = style({ fontWeight: 600 });
export const steps = style({
  display: "grid",
  gap: vars.space.xsmall,
  paddingInlineStart: "1.4em",
  listStyle: "decimal",
});
globalStyle(`${steps} ::marker`, { color: vars.color.accent, fontVariantNumeric: "tabular-nums" });

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

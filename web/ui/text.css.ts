import { createVar, style, styleVariants } from "@vanilla-extract/css";
import { serif } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const tone = styleVariants({
  plain: {},
  quiet: { color: vars.color.quiet },
});

/** The color of an alert or a toast. */
export const messageColor = createVar();
export const messageTone = styleVariants({
  success: { vars: { [messageColor]: vars.color.leaf } },
  caution: { vars: { [messageColor]: vars.color.caution } },
  critical: { vars: { [messageColor]: vars.color.critical } },
});

export const size = styleVariants({
  small: { fontSize: vars.textSize.small, lineHeight: 1.5 },
  body: {},
  lead: { fontSize: vars.textSize.lead, lineHeight: 1.5, textWrap: "balance" },
});

export const measure = style({ maxInlineSize: "68ch" });
export const strong = style({ fontWeight: 600 });
export const lines = style({ whiteSpace: "pre-line" });

const evenLines = { textWrap: "balance", hyphens: "manual" } as const;
export const heading = styleVariants({
  display: { ...serif(vars.textSize.display, 1.05, "-0.022em"), ...evenLines, maxInlineSize: "16em" },
  heading: { ...serif(vars.textSize.heading, 1.1, "-0.016em"), ...evenLines, maxInlineSize: "22em" },
  title: { ...serif(vars.textSize.title, 1.25, "-0.008em"), ...evenLines },
  label: { fontSize: vars.textSize.body, fontWeight: 600, lineHeight: 1.4 },
});

const badgeBase = style({
  display: "inline-block",
  flexShrink: 0,
  paddingInline: vars.space.xsmall,
  borderRadius: vars.radius.round,
  fontSize: "0.75rem",
  fontWeight: 600,
  lineHeight: 1.6,
  whiteSpace: "nowrap",
});

const outlined = (color: string) => ({ boxShadow: `inset 0 0 0 1px ${color}` });
const smallBadge = style([badgeBase, { paddingInline: "0.375rem", fontSize: "0.6875rem" }]);

export const badge = styleVariants({
  leaf: [badgeBase, { background: vars.color.leaf, color: vars.color.onLeaf }],
  /** Small, for lists in which many rows have a badge. */
  quiet: [smallBadge, { ...outlined(vars.color.line), color: vars.color.quiet }],
  caution: [smallBadge, outlined(vars.color.caution)],
});

/** Hides an element from view, but not from screen readers. */
export const hiddenRules = {
  position: "absolute",
  inlineSize: "1px",
  blockSize: "1px",
  padding: 0,
  overflow: "hidden",
  clipPath: "inset(50%)",
  whiteSpace: "nowrap",
} as const;

export const hidden = style(hiddenRules);

export const icon = styleVariants({
  text: { inlineSize: "1.25em", blockSize: "1.25em", flexShrink: 0 },
  large: { inlineSize: "1.75rem", blockSize: "1.75rem", flexShrink: 0 },
});

import { style, styleVariants } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

export const tone = styleVariants({
  plain: {},
  quiet: { color: vars.color.quiet },
  accent: { color: vars.color.accent },
  leaf: { color: vars.color.leaf },
  critical: { color: vars.color.critical },
});

export const size = styleVariants({
  small: { fontSize: vars.textSize.small, lineHeight: 1.5 },
  body: {},
  lead: { fontSize: vars.textSize.lead, lineHeight: 1.5, textWrap: "balance" },
});

export const measure = style({ maxInlineSize: "68ch" });
export const strong = style({ fontWeight: 600 });
export const lines = style({ whiteSpace: "pre-line" });

const serif = { fontFamily: vars.font.serif, textWrap: "balance", hyphens: "manual" } as const;
export const heading = styleVariants({
  display: {
    ...serif,
    fontSize: vars.textSize.display,
    lineHeight: 1.05,
    letterSpacing: "-0.022em",
    maxInlineSize: "16em",
  },
  heading: {
    ...serif,
    fontSize: vars.textSize.heading,
    lineHeight: 1.1,
    letterSpacing: "-0.016em",
    maxInlineSize: "22em",
  },
  title: {
    ...serif,
    fontSize: vars.textSize.title,
    lineHeight: 1.25,
    letterSpacing: "-0.008em",
  },
  label: { fontSize: vars.textSize.body, fontWeight: 600, lineHeight: 1.4 },
});

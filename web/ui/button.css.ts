import { style, styleVariants } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

/** Matches a button that is busy. The scripts before React mark the form and not the button. */
const pending = ":is([aria-disabled=true], form[data-waiting]:not([data-waiting=offline]) [type=submit])";

export const button = style({
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  gap: vars.space.xsmall,
  minBlockSize: "2.75rem",
  minInlineSize: "2.75rem",
  paddingBlock: vars.space.xsmall,
  border: "1px solid transparent",
  borderRadius: vars.radius.round,
  background: "transparent",
  fontWeight: 600,
  lineHeight: 1.2,
  textAlign: "center",
  textWrap: "balance",
  textDecoration: "none",
  cursor: "pointer",
  transitionProperty: "background-color, border-color, color",
  transitionDuration: vars.motion.quick,
  transitionTimingFunction: vars.motion.ease,
  selectors: {
    [`&:disabled, &${pending}`]: { cursor: "progress", opacity: 0.65 },
    "&:focus-visible": { borderRadius: vars.radius.round },
  },
  "@media": { print: { display: "none" } },
});

export const label = style({ selectors: { [`${pending} > &`]: { display: "none" } } });
export const pendingLabel = style({ selectors: { [`:not(${pending}) > &`]: { display: "none" } } });

export const size = styleVariants({
  small: { fontSize: vars.textSize.small, paddingInline: vars.space.medium },
  medium: { paddingInline: vars.space.large, minBlockSize: "3.125rem" },
  icon: { padding: 0 },
});

export const tone = styleVariants({
  accent: {
    background: vars.color.accent,
    color: vars.color.onAccent,
    selectors: { "&:hover, &:active": { background: vars.color.accentStrong } },
  },
  plain: {
    borderColor: vars.color.control,
    selectors: { "&:hover, &:active": { borderColor: vars.color.text, background: vars.color.raised } },
  },
  quiet: {
    selectors: { "&:hover, &:active": { background: vars.color.tinted, color: vars.color.accent } },
  },
  critical: {
    background: vars.color.critical,
    color: vars.color.onCritical,
    selectors: { "&:hover, &:active": { filter: "brightness(0.92)" } },
  },
});

import { globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

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
    "&:disabled, &[aria-disabled=true]": { cursor: "progress", opacity: 0.65 },
    "&:focus-visible": { borderRadius: vars.radius.round },
  },
  "@media": { print: { display: "none" } },
});

/** Marks the labels of a form's button. */
export const submit = style({});
export const label = style({});
export const pendingLabel = style({ display: "none" });
// The scripts before React mark the form and not the button.
for (const pending of [
  `${submit}[aria-disabled=true]`,
  `[data-waiting]:not([data-waiting=offline]) ${submit}`,
]) {
  globalStyle(`${pending}`, { cursor: "progress", opacity: 0.65 });
  globalStyle(`${pending} > ${label}`, { display: "none" });
  globalStyle(`${pending} > ${pendingLabel}`, { display: "inline" });
}

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

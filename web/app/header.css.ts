import { fallbackVar, globalStyle, keyframes, style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { stickyInset } from "#web/theme/rules.ts";
import { shadow } from "#web/theme/tokens.ts";
import { vars } from "#web/theme/vars.css.ts";
import { gutter, headerHeight, headerInset } from "#web/ui/layout.css.ts";

const height = fallbackVar(headerHeight, "4rem");
const narrow = "not all and (min-width: 60rem)";

export const header = style({
  position: "sticky",
  insetBlockStart: stickyInset,
  zIndex: 10,
  background: vars.color.surface,
  borderBlockEnd: `1px solid ${vars.color.line}`,
  // At high zoom a sticky header would leave too little room for the page.
  "@media": { "(max-height: 24rem)": { position: "static" } },
  // Hides the header until `main` follows it, because parts that are still loading would shift the others.
  selectors: { "&:not(:has(+ main))": { visibility: "hidden" } },
});
// On narrow screens a header with a section menu shows only that row while the page scrolls down, and both rows while
// it scrolls up. Browsers without scroll-state queries show both rows, as does a header with the keyboard focus.
globalStyle(`${header}:has(> nav):not(:has(:focus-visible, :popover-open))`, {
  "@media": {
    [narrow]: {
      transition: `inset-block-start ${vars.motion.moderate} ${vars.motion.ease}`,
      "@container": {
        "scroll-state(scrolled: block-end)": { insetBlockStart: `min(-1 * ${height}, ${stickyInset})` },
      },
    },
  },
});

export const bar = style({
  display: "flex",
  alignItems: "center",
  gap: vars.space.xxsmall,
  minBlockSize: height,
  // Large text needs a second row.
  "@media": { [narrow]: { flexWrap: "wrap" } },
  // The bar is as wide as the container of the page.
  paddingInline: fallbackVar(headerInset, `max(${gutter}, (100% - 76rem) / 2)`),
});

export const brand = style({
  display: "inline-flex",
  alignItems: "center",
  gap: vars.space.xsmall,
  minBlockSize: "2.75rem",
  marginInlineEnd: "auto",
  fontFamily: vars.font.serif,
  fontSize: "1.1875rem",
  letterSpacing: "-0.01em",
  lineHeight: 1.1,
  textDecoration: "none",
});

/** Marks a header whose menu does not fit on a small laptop, which then gets the menu of narrow screens. */
export const crowded = style({});
const small = `${wide.laptop} and (max-width: 77.49rem)`;

export const wideOnly = style({
  display: "none",
  "@media": {
    [wide.laptop]: { display: "flex", alignItems: "center" },
    [small]: { selectors: { [`${crowded} &`]: { display: "none" } } },
  },
});
export const narrowOnly = style({
  "@media": {
    [wide.laptop]: { display: "none" },
    [small]: { selectors: { [`${crowded} &`]: { display: "block" } } },
  },
});

export const item = style({
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  gap: vars.space.xxsmall,
  minBlockSize: "2.75rem",
  minInlineSize: "2.75rem",
  paddingInline: vars.space.small,
  border: 0,
  borderRadius: vars.radius.small,
  background: "transparent",
  fontSize: "1rem",
  textDecoration: "none",
  cursor: "pointer",
  whiteSpace: "nowrap",
  transition: `color ${vars.motion.quick}`,
  selectors: {
    "&:hover": { color: vars.color.accent },
    // The current page is underlined.
    "&[aria-current]": {
      textDecoration: "underline",
      textDecorationColor: vars.color.accent,
      textDecorationThickness: "2px",
      textUnderlineOffset: "0.5em",
    },
  },
});
export const squareItem = style({ paddingInline: 0 });
export const languageItem = style({
  "@media": {
    "(max-width: 23.99rem)": { paddingInline: vars.space.xsmall },
    // Aligns the text, not the padding, with the end of the page's text.
    [wide.laptop]: { marginInlineEnd: `calc(-1 * ${vars.space.small})` },
  },
});

/** Shows an element to administrators only. The loader or a private page sets the attribute. */
export const administratorOnly = style({
  selectors: { ":root:not([data-administrator]) &": { display: "none" } },
});
/** Shows an element to signed-in users only. */
export const accountOnly = style({
  selectors: { ":root:not([data-account]) &": { display: "none" } },
});
// The links to inbox and account appear after the first paint, in free space before the menu, which does not move.
export const pages = style({ position: "relative", minInlineSize: 0 });
export const beforePages = style({ position: "absolute", insetInlineEnd: "100%", display: "flex" });
// The space fits one link. The inbox links to the account, too.
globalStyle(`:root[data-administrator] ${beforePages} > ${accountOnly}`, { display: "none" });

// Hides buttons that need a script when scripting is off.
export const scripted = style({ "@media": { "(scripting: none)": { display: "none" } } });

const surface = style({
  border: `1px solid ${vars.color.line}`,
  background: vars.color.raised,
  color: vars.color.text,
  boxShadow: shadow.menu,
  transformOrigin: "top",
});
const hidden = { opacity: 0, transform: "scale(0.97) translateY(-0.25rem)" };
const appear = keyframes({ from: hidden });

// The groups share one anchor name; the scope limits it to each group.
export const group = style({ display: "flex", minInlineSize: 0, anchorScope: "--group" });
// Editors may add more entries than fit, so every entry may shrink and none disappears.
export const entry = style({ minInlineSize: "2.75rem" });
// Clips the end of the label only: the underline of the current page lies outside of it.
export const entryLabel = style({ overflowX: "clip", textOverflow: "ellipsis" });
export const anchor = style({ anchorName: "--group" });

// The popover has a position and no styles: WebKit 2.50 (Safari 26) keeps an anchored element at the first frame of its
// animation or transition. The list inside has the styles and the animation.
export const services = style({
  margin: 0,
  border: 0,
  padding: 0,
  background: "none",
  overflow: "visible",
  // Browsers without anchor positioning open the menu below the middle of the header.
  inset: `calc(${height} - 0.25rem) auto auto 50%`,
  "@supports": {
    "(position-area: end)": {
      inset: "auto",
      positionAnchor: "--group",
      positionArea: "block-end span-inline-end",
      positionTryFallbacks: "flip-inline",
    },
  },
});
export const servicesList = style([
  surface,
  {
    padding: vars.space.xsmall,
    borderRadius: `${vars.radius.small} ${vars.radius.medium} ${vars.radius.medium} ${vars.radius.medium}`,
    animation: `${appear} ${vars.motion.moderate} ${vars.motion.ease}`,
  },
]);

export const menu = style([
  surface,
  {
    margin: 0,
    inset: `${height} 0 auto 0`,
    inlineSize: "100%",
    maxInlineSize: "none",
    maxBlockSize: `calc(100dvb - ${height})`,
    overflowY: "auto",
    overscrollBehavior: "contain",
    borderInline: 0,
    borderRadius: `0 0 0 ${vars.radius.petal}`,
    padding: `${vars.space.small} ${gutter} ${vars.space.xlarge}`,
    ...hidden,
    transitionProperty: "opacity, transform, display, overlay",
    transitionDuration: vars.motion.moderate,
    transitionTimingFunction: vars.motion.ease,
    transitionBehavior: "allow-discrete",
    selectors: { "&:popover-open": { opacity: 1, transform: "none" } },
    "@starting-style": { selectors: { "&:popover-open": hidden } },
  },
]);

export const choice = style({
  display: "flex",
  alignItems: "center",
  gap: vars.space.small,
  minBlockSize: "2.75rem",
  padding: `${vars.space.xxsmall} ${vars.space.small}`,
  borderRadius: vars.radius.small,
  lineHeight: 1.3,
  textDecoration: "none",
  selectors: {
    "&:hover, &:focus-visible": { background: vars.color.tinted },
    "&[aria-current]": {
      color: vars.color.accent,
      textDecoration: "underline",
      textDecorationThickness: "2px",
      textUnderlineOffset: "0.3em",
    },
  },
});

export const menuHeading = style({
  fontSize: vars.textSize.small,
  color: vars.color.quiet,
  padding: `${vars.space.medium} ${vars.space.small} ${vars.space.xxsmall}`,
});
export const large = style({
  fontFamily: vars.font.serif,
  fontSize: vars.textSize.title,
  minBlockSize: "3.25rem",
});
export const menuRow = style({
  display: "flex",
  flexWrap: "wrap",
  gap: vars.space.xsmall,
  marginBlockStart: vars.space.medium,
  paddingBlockStart: vars.space.medium,
  borderBlockStart: `1px solid ${vars.color.line}`,
});
// Matches the gap between icon and text of the link beside it.
globalStyle(`${menuRow} > button`, { gap: vars.space.small, fontSize: "inherit", whiteSpace: "normal" });

export const sectionsBar = style({
  display: "flex",
  gap: vars.space.xxsmall,
  overflowX: "auto",
  scrollbarWidth: "none",
  maxInlineSize: `calc(76rem + 2 * ${gutter})`,
  marginInline: "auto",
  paddingInline: `calc(${gutter} - ${vars.space.small})`,
  fontSize: vars.textSize.small,
});
export const sectionLink = style({ flexShrink: 0, fontSize: "0.9375rem", color: vars.color.quiet });

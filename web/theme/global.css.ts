import { globalStyle } from "@vanilla-extract/css";
import { reducedMotion } from "./media.ts";
import { vars } from "./vars.css.ts";

globalStyle(":root", {
  colorScheme: "light dark",
  textSizeAdjust: "100%",
  interpolateSize: "allow-keywords",
  // Lets the header query the scroll direction.
  containerType: "scroll-state",
});
// Scroll targets stop below the sticky header. The margin is on the targets: with a scroll padding of the page the
// header's own links would count as covered. A focus on one would then scroll the page.
const target = ":is(main, :is(main, footer) :is([id], a, button, input, select, textarea, summary))";
globalStyle(":root", { vars: { "--under-header": "4.25rem" } });
globalStyle(target, { scrollMarginTop: "var(--under-header)" });
// A header with a section menu has two rows. The root sets the variable, because browsers would match a `:has()` on
// each target again at every focus.
globalStyle(":root:has(header > nav)", { vars: { "--under-header": "7rem" } });
globalStyle(":root[data-theme=light]", { colorScheme: "light" });
globalStyle(":root[data-theme=dark]", { colorScheme: "dark" });

globalStyle("*, *::before, *::after", { boxSizing: "border-box" });
globalStyle("body, h1, h2, h3, h4, p, ul, ol, dl, dd, figure, fieldset", { margin: 0, padding: 0 });
globalStyle("fieldset", { border: 0, minInlineSize: 0 });
globalStyle("ul, ol", { listStyle: "none" });

globalStyle("body", {
  minBlockSize: "100dvb",
  background: vars.color.surface,
  color: vars.color.text,
  fontFamily: vars.font.sans,
  fontSize: vars.textSize.body,
  lineHeight: 1.6,
  overflowWrap: "break-word",
  fontVariantNumeric: "tabular-nums",
});
// With text of 200 % on a phone, a column is narrower than a long word.
const largeText = "(max-width: 16rem)";
globalStyle("body", { "@media": { [largeText]: { overflowWrap: "anywhere", hyphens: "auto" } } });
globalStyle("main", { "@media": { [largeText]: { overflowX: "clip" } } });
globalStyle("h1, h2, h3", { fontWeight: "inherit", fontSize: "inherit" });
globalStyle("p, li, dd", { textWrap: "pretty" });
// Short texts in lists break into even lines.
globalStyle("li p", { textWrap: "balance" });
globalStyle("img, svg", { display: "block", maxInlineSize: "100%" });
globalStyle("img", { blockSize: "auto" });
globalStyle("button, input, textarea, select", {
  font: "inherit",
  color: "inherit",
  letterSpacing: "inherit",
});
globalStyle("a", { color: "inherit", textUnderlineOffset: "0.2em" });
globalStyle("address", { fontStyle: "normal" });

globalStyle("p", {
  "@media": { "not all and (min-width: 40rem)": { hyphens: "auto", hyphenateLimitChars: "9 4 4" } },
});

globalStyle(":focus-visible", {
  outline: `3px solid ${vars.color.accent}`,
  outlineOffset: "3px",
  borderRadius: vars.radius.small,
});
globalStyle("main:focus-visible", { outline: "none" });
globalStyle("::selection", { background: vars.color.accent, color: vars.color.onAccent });

// A page that opens at an anchor jumps there, because nothing has the focus yet.
globalStyle("html:focus-within", {
  "@media": { "(prefers-reduced-motion: no-preference)": { scrollBehavior: "smooth" } },
});
globalStyle(
  "*, *::before, *::after, ::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*)",
  {
    "@media": {
      [reducedMotion]: { animation: "none !important", transition: "none !important" },
    },
  },
);
// The snapshots of a transition inherit the timing from their group.
globalStyle("::view-transition-group(root)", {
  animationDuration: vars.motion.quick,
  animationTimingFunction: vars.motion.ease,
});

import { expect, test } from "vitest";
import { parseRules } from "#web/build/styles.ts";
import { pruneStyles } from "#web/render/style-rules.ts";

const css = [
  "@font-face{font-family:Serif;src:url(a.woff2)}",
  ":root{--gap:1rem}",
  "main p,.shown{color:red}",
  ".absent,.shown:hover>.second::before{content:'}'}",
  ".absent{color:blue}",
  ":is(.absent,.other) .shown:not(.absent){margin:1.5rem}",
  '[href$=".pdf"]{color:green}',
  "@media (width>=48rem){.absent{gap:0}}",
  "@media print{@supports (display:grid){.shown{animation:fade 1s}.absent{gap:0}}}",
  "@keyframes fade{0%{opacity:0}to{opacity:1}}",
  "@keyframes unused{0%{opacity:0}to{opacity:1}}",
].join("");

test("a document keeps the rules of its elements and of every selector without a class", () => {
  expect(pruneStyles(parseRules(css), '<p class="shown first"><b class="second">')).toBe(
    [
      "@font-face{font-family:Serif;src:url(a.woff2)}",
      ":root{--gap:1rem}",
      "main p,.shown{color:red}",
      ".shown:hover>.second::before{content:'}'}",
      ":is(.absent,.other) .shown:not(.absent){margin:1.5rem}",
      '[href$=".pdf"]{color:green}',
      "@media print{@supports (display:grid){.shown{animation:fade 1s}}}",
      "@keyframes fade{0%{opacity:0}to{opacity:1}}",
    ].join(""),
  );
});

import { globalStyle } from "@vanilla-extract/css";
import { printedText } from "#web/theme/tokens.ts";
import { vars } from "#web/theme/vars.css.ts";

// Printed pages have text and pictures, dark on white in both themes, between the company's name and its contacts.
const print = (selector: string, rule: Record<string, string | number>) =>
  globalStyle(selector, { "@media": { print: rule } });

print("*, *::before, *::after", {
  colorScheme: "light !important",
  background: "none !important",
  color: `${printedText} !important`,
  boxShadow: "none !important",
  transition: "none !important",
});
print("body, main", { minBlockSize: "auto" });

// Interactive elements are not printed: menus, buttons, links that look like buttons, toasts.
const offPaper = [
  "#app > header > :not(:first-child)",
  "#app > header > div > :not(:first-child)",
  "#app > footer nav",
  "main button",
  "[popover]",
  "dialog",
  "section:has(> [role=status])",
];
print(offPaper.join(), { display: "none !important" });
print("#app > header", { position: "static" });
print("#app > footer", { paddingBlock: vars.space.large });
print("#app > footer a", { minBlockSize: "auto" });

print("section", { paddingBlock: `${vars.space.large} !important` });
print(":is(h1, h2, h3), div:has(> :is(h1, h2))", { breakAfter: "avoid" });
print("li, dl > div, tr, picture, svg, footer", { breakInside: "avoid" });
print("p, li", { orphans: 3, widows: 3 });
print("details::details-content", { contentVisibility: "visible !important", blockSize: "auto !important" });

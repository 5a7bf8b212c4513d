import { createHash } from "node:crypto";
import {
  type Language,
  languageNames,
  languages,
  otherLanguages,
  path,
  statusPath,
} from "#cms/content/site.ts";
import type { SettingsContent } from "#cms/content/types.ts";
import { escapeHtml } from "#functions/contract/escape-html.ts";
import { partStates, type SitePart, siteParts } from "#functions/contract/health.ts";
import type { Script } from "#web/app/document.tsx";
import { style } from "./style.ts";
import { words } from "./words.ts";

// Who sees the page has a page that works; all else is asked by the script.
function renderPart(part: SitePart, language: Language): string {
  const say = words[language];
  const shown = part === "pages" ? "well" : "unknown";
  const each = partStates.map(
    (state) =>
      `<span class="state ${state}" data-state="${state}"${state === shown ? "" : " hidden"}>${say[state]}</span>`,
  );
  return `<li class="name" data-part="${part}"><h2>${say.parts[part]}</h2>${each.join("")}</li>`;
}

function renderStatus(
  language: Language,
  { brandName }: SettingsContent,
  script: Script,
  css: string,
): string {
  const say = words[language];
  const name = escapeHtml(brandName);
  const others = otherLanguages(language).map(
    (other) =>
      `<a href="${statusPath(other)}" hreflang="${other}" lang="${other}">${languageNames[other]}</a>`,
  );
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${say.title} · ${name}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="${css}">
<script type="module" src="${script.src}" integrity="${script.integrity}"></script>
</head>
<body>
<header><p>${name}</p><nav>${others.join("")}</nav></header>
<main>
<h1>${say.title}</h1>
<p class="quiet">${say.dependence}</p>
<noscript><p class="stale">${say.otherwise}</p></noscript>
<ul class="parts" aria-live="polite">${siteParts.map((part) => renderPart(part, language)).join("")}</ul>
<p><a href="${path("contact", language)}">${say.toContact}</a></p>
</main>
<footer><a href="${path("home", language)}">${say.toSite}</a></footer>
</body>
</html>
`;
}

/** The pages in which the site itself says how it is, and their style, by their addresses. `script` asks it. */
export function statusFiles(settings: SettingsContent, script: Script): Record<string, string> {
  const hash = createHash("sha256").update(style).digest("base64url").slice(0, 8);
  const css = `/assets/status-${hash}.css`;
  return {
    ...Object.fromEntries(
      languages.map((language) => [
        `${statusPath(language)}.html`,
        renderStatus(language, settings, script, css),
      ]),
    ),
    [css]: style,
  };
}

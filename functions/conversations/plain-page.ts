import { html, raw } from "hono/html";
import { type Language, locales, path, timeZone } from "#cms/content/site.ts";
import { isolate } from "#functions/contract/characters.ts";
import { trapField, uploadField } from "#functions/contract/contact.ts";
import type { CustomerConversation, CustomerItem } from "#functions/contract/conversation.schema.ts";
import { hashStyle } from "#functions/contract/security-headers.ts";
import { splitAddresses } from "#functions/contract/web-addresses.ts";
import { renderCarriedFiles } from "#functions/files/carried.ts";
import { plainTexts } from "./plain-texts.ts";

/** The event that the page tells above the form. */
export type PlainNotice = keyof (typeof plainTexts)["es"]["notices"];

/** The customer's page without JavaScript. */
export type PlainPage = {
  language: Language;
  notice: PlainNotice | null;
  /** The token of the mailed link; empty without one. */
  token: string;
  /** Null without a valid link, and while the database is away. */
  conversation: CustomerConversation | null;
  /** The typed reply. */
  text: string;
  /** The tokens of the reply's uploaded files. */
  files: string;
  /** The idempotency key of the reply. */
  key: string;
};

// The colors of the site's themes in sRGB. The page has no files, so it needs no others than its own policy allows.
const style = `
:root { color-scheme: light dark }
* { box-sizing: border-box }
body { margin: 0; background: #fbfaf6; color: #1a182a; font: 17px/1.6 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem 4rem }
h1 { margin: 0 0 1rem; font: 600 2rem/1.15 "Iowan Old Style", Palatino, "Noto Serif", serif }
ol { display: grid; gap: 1rem; margin: 2rem 0; padding: 0; list-style: none }
li { margin-inline-end: 12%; padding: 1rem; border: 1px solid #ddd7de; border-radius: .75rem; background: #fff }
li.customer { margin-inline: 12% 0; background: #f5eef3 }
li p { margin: 0 }
.text { white-space: pre-wrap }
.head, .quiet, small { color: #575568; font-size: .875rem }
.notice { padding: .75rem 1rem; border-inline-start: 4px solid #9b259b; background: #f5eef3 }
form { display: grid; gap: .5rem; justify-items: start; margin: 1.5rem 0 }
label { font-weight: 600 }
input, textarea { width: 100%; padding: .75rem; border: 1px solid #86828f; border-radius: .375rem; background: #fff; color: inherit; font: inherit }
[role=group] { display: grid; gap: .5rem }
[role=group] p { margin: 0; font-weight: 600 }
[role=group] label { display: flex; gap: .5rem; align-items: baseline; padding: .25rem 0; font-weight: 400 }
[type=checkbox] { flex: none; width: 1.125rem; height: 1.125rem; padding: 0; accent-color: #9b259b }
button { padding: .75rem 1.5rem; border: 0; border-radius: .375rem; background: #9b259b; color: #fff; font: inherit; font-weight: 600 }
a { color: #9b259b }
:focus-visible { outline: 3px solid #9b259b; outline-offset: 2px }
.trap { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
@media (prefers-color-scheme: dark) {
  body { background: #14121e; color: #f0eee7 }
  li, input, textarea { background: #1f1c2b; border-color: #393546 }
  li.customer, .notice { background: #241a2c }
  input, textarea { border-color: #77727f }
  .head, .quiet, small { color: #aaa9b7 }
  [type=checkbox] { accent-color: #e18fde }
  a { color: #e18fde }
  button { background: #e18fde; color: #14121e }
  .notice { border-color: #e18fde }
  :focus-visible { outline-color: #e18fde }
}
`;

/** Returns the policy of a rendered page: its own style, and forms of this site. */
export const toPlainPolicy = async (page: string): Promise<string> =>
  `default-src 'none'; style-src '${await hashStyle(page)}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const toMoment = (createdAt: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: "full", timeStyle: "short", timeZone }).format(
    new Date(createdAt),
  );

const renderNames = (names: string[], language: Language) =>
  html`<p class="quiet">${plainTexts[language].attached} ${names.map(isolate).join(", ")}</p>`;

const renderItem = ({ kind, author, text, created_at, files = [] }: CustomerItem, language: Language) => html`
<li class="${kind}">
<p class="head"><bdi>${kind === "customer" ? plainTexts[language].you : author || plainTexts[language].team}</bdi> · <time datetime="${created_at}">${toMoment(created_at, language)}</time></p>
<p class="text" dir="auto">${splitAddresses(text).map((part, index) => (index % 2 === 1 ? html`<a href="${part}" rel="noreferrer nofollow">${part}</a>` : part))}</p>
${files.length > 0 && renderNames(files, language)}
</li>`;

// HTML drops the first line break of a text area.
const renderArea = ({ text, language }: PlainPage) => html`
<label for="text">${plainTexts[language].reply}</label>
<textarea id="text" name="text" rows="8" dir="auto">${raw("\n")}${text}</textarea>`;

// The uploaded files stay, because the browser forgets what it has sent. They come first, so they outlast a form that is
// too large, of which the edge reads the beginning.
const renderFiles = ({ files, language }: PlainPage) => html`
${renderCarriedFiles(files, language).then(raw)}
<label for="upload">${plainTexts[language].files}</label>
<input id="upload" type="file" name="${uploadField}" multiple>`;

const renderReplyForm = (page: PlainPage) => html`
<form method="post" action="/api/conversation/entries" enctype="multipart/form-data">
<input type="hidden" name="language" value="${page.language}">
<input type="hidden" name="token" value="${page.token}">
<input type="hidden" name="key" value="${page.key}">
${renderArea(page)}
${renderFiles(page)}
<div class="trap" aria-hidden="true"><label>${plainTexts[page.language].trap} <input name="${trapField}" tabindex="-1" autocomplete="off"></label></div>
<button>${plainTexts[page.language].send}</button>
</form>`;

// A text that was typed under an unknown link stays, so a correct link can still send it.
const renderLinkForm = (page: PlainPage) => html`
<form method="post" action="/api/conversation">
<input type="hidden" name="language" value="${page.language}">
<label for="token">${plainTexts[page.language].link}</label>
<input id="token" name="token" autocomplete="off" spellcheck="false">
${page.text && renderArea(page)}
<button>${plainTexts[page.language].open}</button>
</form>`;

/** Returns the customer's page as an HTML document of its own, without scripts and files. */
export function renderPlainPage(page: PlainPage) {
  const { language, notice, conversation, token, text } = page;
  const texts = plainTexts[language];
  const title = conversation ? texts.title : texts.linkTitle;
  // While the database is away, a typed reply can be sent again.
  const canReply = conversation || (token !== "" && text !== "" && notice !== "unknown");
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${conversation && html`<p class="quiet">${texts.reference} ${conversation.reference}</p>`}
${conversation && html`<ol>${conversation.items.map((item) => renderItem(item, language))}</ol>`}
${notice && html`<p class="notice" role="${notice === "received" ? "status" : "alert"}">${texts.notices[notice]}</p>`}
${canReply ? renderReplyForm(page) : renderLinkForm(page)}
<p><a href="${path("home", language)}">${texts.home}</a></p>
</main>
</body>
</html>
`;
}

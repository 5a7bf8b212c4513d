import type { Language } from "#cms/content/site.ts";
import { splitAddresses } from "#functions/contract/web-addresses.ts";

/**
 * The style sheet of mails. It has the site's colors of both themes in sRGB, because some mail programs do not support
 * OKLCH.
 */
const style = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
body { margin: 0; background: #fbfaf6; color: #1a182a; font: 17px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; -webkit-text-size-adjust: 100% }
.letter { max-width: 560px; margin: 0 auto; padding: 32px 24px 48px }
a { color: #9b259b }
a[href^="tel:"] { white-space: nowrap }
p { margin: 0 0 16px }
h1, .brand { font-family: "Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052, "Noto Serif", serif; letter-spacing: -0.01em }
h1 { margin: 0 0 20px; font-size: 36px; line-height: 1.1; font-weight: 600; text-wrap: balance }
.brand { margin: 0 0 44px; padding-bottom: 14px; border-bottom: 1px solid #ddd7de; font-size: 18px; line-height: 1.3 }
.brand a { color: inherit; text-decoration: none }
.action { margin: 28px 0 32px }
.code { margin: 0 0 28px; font: 32px/1.2 ui-monospace, "SF Mono", Menlo, Consolas, monospace; letter-spacing: 0.16em }
.message { white-space: pre-wrap }
blockquote { margin: 0 0 16px; padding-left: 16px; border-left: 2px solid #ddd7de }
.signature { margin-top: 28px }
.quote { margin: 36px 0 8px; color: #575568; font-size: 14px }
.quote + blockquote { color: #575568; font-size: 15px }
.notes { margin-top: 36px; padding-top: 20px; border-top: 1px solid #ddd7de; color: #575568; font-size: 14px; line-height: 1.55 }
.notes p { margin-bottom: 12px }
.facts { width: 100%; margin: 0 0 24px; border-collapse: collapse }
.facts th, .facts td { padding: 8px 0; border-bottom: 1px solid #ddd7de; text-align: left; vertical-align: baseline }
.facts th { padding-right: 20px; color: #575568; font-size: 14px; font-weight: 400; white-space: nowrap }
.facts td { width: 100% }
@media (max-width: 480px) {
  h1 { font-size: 32px }
  .facts th, .facts td { display: block; width: auto }
  .facts th { padding-bottom: 0; border-bottom: 0 }
  .facts td { padding-top: 0 }
}
@media (prefers-color-scheme: dark) {
  body { background: #14121e; color: #f0eee7 }
  a { color: #e18fde }
  .action td, .action a { background: #e18fde !important; color: #14121e !important }
  .brand, .notes, .facts th, .facts td, blockquote { border-color: #393546 }
  .notes, .facts th, .quote, .quote + blockquote { color: #aaa9b7 }
}
`;

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a text for an HTML element or attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

/** Escapes a text and makes its web addresses links. */
export const linkAddresses = (text: string): string =>
  splitAddresses(text)
    .map(escapeHtml)
    .map((part, index) => (index % 2 === 1 ? `<a href="${part}">${part}</a>` : part))
    .join("");

const lineBreak = /\r\n?|[\n\v\f\u0085\u2028\u2029]/;

/** Returns a link. It has the direction of an address or a number, also in text from right to left. */
export const link = (address: string, text: string): string =>
  `<a href="${escapeHtml(address)}" dir="ltr">${escapeHtml(text)}</a>`;

/**
 * Returns a user's text, as HTML, in paragraphs, each with the direction of its own script. Line breaks are elements,
 * because some mail programs do not support style sheets.
 */
export const toParagraphs = (html: string): string =>
  html
    .split(lineBreak)
    .join("<br>")
    .split(/(?:<br>){2,}/)
    .map((paragraph) => `<p class="message" dir="auto">${paragraph}</p>`)
    .join("\n");

/** The company and the site that send a mail. */
export type MailSender = {
  /** The company's name. */
  brand: string;
  siteOrigin: string;
};

/** An action that a mail offers, and the address where it happens. */
export type Action = { label: string; address: string };

/** Returns the button of a mail. It sets background and text color together, so that it is legible anywhere. */
export function button({ label, address }: Action): string {
  const face = "display:inline-block;padding:14px 24px;border-radius:6px;background:#9b259b;color:#ffffff";
  const text = `<strong>${escapeHtml(label)}</strong>`;
  return `<table role="presentation" class="action" cellpadding="0" cellspacing="0"><tr><td bgcolor="#9b259b" style="border-radius:6px"><a href="${escapeHtml(address)}" style="${face};text-decoration:none">${text}</a></td></tr></table>`;
}

/**
 * Returns the HTML of a mail around `content`. All colors but the button's are in the style sheet, so that a mail
 * program without style sheets uses its own colors. Long words break there, too. A list of mails shows `preheader`
 * beside the subject.
 */
export function page(
  head: { language: Language; subject: string; preheader: string },
  { brand, siteOrigin }: MailSender,
  content: string,
): string {
  return `<!doctype html>
<html lang="${head.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${escapeHtml(head.subject)}</title>
<style>${style}</style>
</head>
<body>
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(head.preheader)}</div>
<div class="letter" style="overflow-wrap:anywhere">
<p class="brand"><a href="${escapeHtml(siteOrigin)}">${escapeHtml(brand)}</a></p>
${content}
</div>
</body>
</html>
`;
}

import type { Language } from "#cms/content/site.ts";
import { escapeHtml } from "#functions/contract/escape-html.ts";
import type { Sender } from "./mail.ts";
import { style } from "./style.ts";

/** One thing to do, and where. */
export type Action = { label: string; address: string };

/** The button of a mail. It brings a surface and an ink of its own, which belong together whatever surrounds them. */
export function button({ label, address }: Action): string {
  const face = "display:inline-block;padding:14px 24px;border-radius:6px;background:#9b259b;color:#ffffff";
  const text = `<strong>${escapeHtml(label)}</strong>`;
  return `<table role="presentation" class="action" cellpadding="0" cellspacing="0"><tr><td bgcolor="#9b259b" style="border-radius:6px"><a href="${escapeHtml(address)}" style="${face};text-decoration:none">${text}</a></td></tr></table>`;
}

/**
 * A mail's HTML around `content`. All colours but the button's are in the style sheet, so that what reads no style sheet
 * shows the mail in its own; `preheader` is what a list of mails shows beside the subject.
 */
export function page(
  head: { language: Language; subject: string; preheader: string },
  { brand, siteOrigin }: Sender,
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
<div class="letter">
<p class="brand"><a href="${escapeHtml(siteOrigin)}">${escapeHtml(brand)}</a></p>
${content}
</div>
</body>
</html>
`;
}

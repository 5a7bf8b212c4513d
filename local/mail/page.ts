import { escapeHtml } from "#functions/mail/html.ts";
import type { ReceivedMail } from "./mailbox.ts";

/**
 * Renders the mailbox as a page: a list of all mails, and the chosen mail, or else the newest, beside it. `isReplied`
 * says that a reply to it was sent.
 */
export function renderPage(messages: ReceivedMail[], chosenId: string | null, isReplied = false): string {
  const chosenMail = messages.find(({ id }) => id === chosenId) ?? messages[0];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${chosenMail ? `${escapeHtml(chosenMail.subject)} · ` : ""}Local mailbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
</head>
<body>
<header>
<h1>Local mailbox</h1>
<p>${describeCount(messages.length)} Nothing here ever leaves this machine. <a href="/">Look again</a></p>
</header>
<div class="columns">
<nav aria-label="Mails"><ol>${messages.map((message) => renderItem(message, message === chosenMail)).join("")}</ol></nav>
<main>${isReplied ? '<p role="status" class="status">The reply is on its way to the site.</p>' : ""}
${chosenMail ? renderMessage(chosenMail) : "<p>When the site sends a mail, it appears here.</p>"}</main>
</div>
</body>
</html>`;
}

function describeCount(mails: number): string {
  if (mails === 0) return "No mail yet.";
  return mails === 1 ? "1 mail." : `${mails} mails.`;
}

/** Renders a mail in the list of the local mailbox, as a link that opens it. */
function renderItem({ id, subject, to, received_at }: ReceivedMail, isChosen: boolean): string {
  return `<li><a href="/?message=${id}"${isChosen ? ' aria-current="page"' : ""}>
<strong>${escapeHtml(subject)}</strong><span>${escapeHtml(to.join(", "))}</span>${renderTime(received_at)}</a></li>`;
}

function renderMessage({ id, subject, from, to, reply_to, text, html, received_at }: ReceivedMail): string {
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<dl>
<dt>From</dt><dd>${escapeHtml(from)}</dd>
<dt>To</dt><dd>${escapeHtml(to.join(", "))}</dd>
${reply_to.length > 0 ? `<dt>Reply to</dt><dd>${escapeHtml(reply_to.join(", "))}</dd>` : ""}
<dt>Received</dt><dd>${renderTime(received_at)}</dd>
</dl>
${reply_to.some((address) => /\breply\+[^@]+@/i.test(address)) ? renderReplyForms(id) : ""}
${html === null ? "" : `<h3>HTML</h3><iframe title="The mail as HTML" src="/messages/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`}
${text === null ? "" : `<h3>Text</h3><pre>${linkify(text)}</pre>`}
</article>`;
}

/** Renders what the recipient of a mail can do in a mail program. Each form hands a mail to the site. */
function renderReplyForms(id: string): string {
  const text = (label: string, value = "") =>
    `<label>${label}<textarea name="text" rows="4" required>${value}</textarea></label>`;
  const verdicts = [
    ["pass", "confirms the address"],
    ["fail", "says that the address is forged"],
    ["none", "knows nothing about the address"],
  ];
  const forms = [
    ["Reply", text("Your reply")],
    [
      "Reply as somebody else",
      `<label>Address<input type="email" name="from" required></label>
<label>The receiving server<select name="verdict">${verdicts.map(([verdict, label]) => `<option value="${verdict}">${label}</option>`).join("")}</select></label>
${text("Their reply")}`,
    ],
    [
      "Reply with attachment",
      `${text("Your reply")}<label>Files<input type="file" name="attachment" multiple required></label>`,
    ],
    [
      "Out of office",
      `<input type="hidden" name="automatic">${text("The automatic reply", "I am out of office until Monday.")}`,
    ],
  ];
  return `<section aria-label="Reply to the site">${forms
    .map(
      ([name, fields]) => `<details name="reply"><summary>${name}</summary>
<form method="post" action="/messages/${id}/reply" enctype="multipart/form-data">${fields}<button>Send</button></form></details>`,
    )
    .join("")}</section>`;
}

function renderTime(receivedAt: string): string {
  return `<time datetime="${receivedAt}">${receivedAt.slice(0, 19).replace("T", " ")} UTC</time>`;
}

/** Escapes a text mail, and makes its addresses links that open a tab. */
function linkify(text: string): string {
  return escapeHtml(text).replace(
    /https?:\/\/[^\s<>"]+/g,
    (url) => `<a href="${url}" target="_blank" rel="noreferrer">${url}</a>`,
  );
}

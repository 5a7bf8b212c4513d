// `npm run bench -- parsing` measures how long the edge reads hostile text of 64 kB and of 2 MB. Reading must take
// linear time.

import { splitQuotes } from "#functions/contract/quotes.ts";
import { measureJsonDepth } from "#functions/kernel/http/body.ts";
import { isKnownTag } from "#functions/kernel/http/entity-tag.ts";
import { readSenderVerdict } from "#functions/mail/received/authentication-results.ts";
import { toPlainText } from "#functions/mail/received/html-text.ts";
import { readMail, UnreadableMail } from "#functions/mail/received/read-mail.ts";
import { roundTo } from "./figures.ts";

const sizeBytes = 64_000;
const factor = 32;
/**
 * The highest allowed ratio of the long text's time to the short one's. A quadratic reader takes 1,024 times as long.
 */
const highestRatio = 200;

/** Shorter times count as this one, because the clock is too coarse for them. */
const shortestMs = 0.1;

/** Fills a size with repetitions of a text. */
const fill = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length));

const receiver = "amazonses.com";
function readResults(results: string): void {
  const value = `${receiver}; ${results}`;
  readSenderVerdict([{ key: "authentication-results", value }], receiver, "cliente.example");
}

/** Reads a mail, or rejects it. Both take linear time. */
const readHostileMail = (mail: string) =>
  readMail(new TextEncoder().encode(mail.replaceAll("\n", "\r\n")), receiver).catch((error: unknown) => {
    if (!(error instanceof UnreadableMail)) throw error;
  });

/** Texts that programs repeat in a mail, each with the headers before it. */
const hostileMails: Record<string, [headers: string, text: string]> = {
  lines: ["", "> A line of a quotation has about as many characters as this.\n"],
  parts: ["Content-Type: multipart/mixed; boundary=x\n\n", "--x\n\na\n"],
  "mails in each other": ["", "Content-Type: message/rfc822\n\n"],
  "nested parts": ["", "Content-Type: multipart/mixed; boundary=x\n\n--x\n"],
  "folded header": ["Subject: a\n", " =?utf-8?q?a?=\n"],
  addresses: ["From: a@b.example", ",\n a@b.example"],
  comments: ["Content-Type: text/plain; a=", "(a"],
  HTML: ["Content-Type: text/html\n\n", "<div><blockquote>a<br"],
  "wrong charset": [
    "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n",
    "=E9\n",
  ],
};

const readers: Record<string, (bytes: number) => unknown> = {
  "JSON: strings that never end": (bytes) => measureJsonDepth(`"${'\\"'.repeat(bytes / 2)}`),
  "JSON: quotes": (bytes) => measureJsonDepth('"'.repeat(bytes + 1)),
  "JSON: brackets": (bytes) => measureJsonDepth("[{".repeat(bytes / 2)),
  "JSON: backslashes": (bytes) => measureJsonDepth(`"${"\\".repeat(bytes)}`),
  "If-None-Match: spaces": (bytes) => isKnownTag(`"b"${" ".repeat(bytes)}"c"`, '"a"'),
  "If-None-Match: commas": (bytes) => isKnownTag(",".repeat(bytes), '"a"'),
  "Authentication-Results: comments": (bytes) => readResults(fill("(", bytes)),
  "Authentication-Results: strings": (bytes) => readResults(fill('a="b" ', bytes)),
  "Authentication-Results: clauses": (bytes) => readResults(fill(";a=b", bytes)),
  "HTML: unclosed tags": (bytes) => toPlainText(fill("<a ", bytes)),
  "HTML: unclosed quotes": (bytes) => toPlainText(fill('<a b="', bytes)),
  "HTML: quotations": (bytes) => toPlainText(fill("<blockquote> <div>", bytes)),
  "HTML: pictures": (bytes) => toPlainText(fill('<img alt="', bytes)),
  "quotations: attributions": (bytes) => splitQuotes(fill("On x\n", bytes)),
  "quotations: a long line": (bytes) => splitQuotes(fill("On wrote: ", bytes)),
  "quotations: headers": (bytes) => splitQuotes(fill("From: a\nTo: b\n", bytes)),
  ...Object.fromEntries(
    Object.entries(hostileMails).map(([name, [headers, text]]) => [
      `mail: ${name}`,
      (bytes: number) => readHostileMail(headers + fill(text, bytes)),
    ]),
  ),
};

async function measureTime(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
/** Returns the shortest of up to nine measurements, because other work on the machine makes some longer. */
async function measureShortest(work: () => unknown): Promise<number> {
  const times = [await measureTime(work)];
  const isShort = () => times.reduce((sum, time) => sum + time, 0) < 1_000;
  while (times.length < 9 && isShort()) times.push(await measureTime(work));
  return Math.min(...times);
}

const rows = [];
for (const [text, reader] of Object.entries(readers)) {
  const shortTextMs = await measureShortest(() => reader(sizeBytes));
  const longTextMs = await measureShortest(() => reader(factor * sizeBytes));
  rows.push({
    text,
    "64 kB, ms": roundTo(shortTextMs, 2),
    "2 MB, ms": roundTo(longTextMs, 2),
    ratio: roundTo(longTextMs / Math.max(shortTextMs, shortestMs), 1),
  });
}
console.table(rows);
const slowRows = rows.filter(({ ratio }) => ratio > highestRatio);
if (slowRows.length > 0) throw new Error(`Not linear: ${slowRows.map(({ text }) => text).join(", ")}`);

import { addressParser, type Email } from "postal-mime";
import { readSenderVerdict, type SenderVerdict } from "./authentication-results.ts";
import { type AutomaticKind, findAutomaticKind } from "./automatic.ts";
import type { SentFile } from "./files.ts";
import { tidyLines, toPlainText } from "./html-text.ts";
import { parseMail } from "./parse-mail.ts";
import { findFailedRecipient, reportType } from "./report.ts";
import { countLines, maxScannedParts, scanParts } from "./scan-parts.ts";

/** A received mail, as far as a conversation needs it. */
export type ReceivedMail = {
  /** The From address, in lower case; empty without one. */
  from: string;
  fromName: string;
  verdict: SenderVerdict;
  automatic: AutomaticKind | null;
  /** The address that a mail was not delivered to, by a report; null for another mail. */
  failedRecipient: string | null;
  /** Whether a person or a mailbox has sent the mail on, so its words may be somebody else's. */
  isForwarded: boolean;
  subject: string;
  /** The text part, or the HTML part as text. */
  text: string;
  /** All other parts, in their order. A mail in the mail is a file, so its words are nobody else's. */
  files: SentFile[];
};

const forwardingHeaders = ["resent-from", "x-forwarded-to", "x-forwarded-for"];

/** The mail has more parts or text than any mail program makes. */
export class UnreadableMail extends Error {
  override readonly name = "UnreadableMail";
}

/** Text and lines for which a Worker has memory. The parser holds each line that is not of a file in base64. */
const maxTextBytes = 3_000_000;
const maxHeldLines = 100_000;

/** Checks the size of a mail before it is parsed. @throws UnreadableMail */
function assertReadable(raw: Uint8Array<ArrayBuffer>): void {
  const parts = scanParts(raw);
  if (parts.length > maxScannedParts) throw new UnreadableMail("The mail has too many parts.");
  const sum = (count: (part: (typeof parts)[number]) => number) =>
    parts.reduce((total, part) => total + count(part), 0);
  const textBytes = sum(({ isText, bytes }) => (isText ? bytes.length : 0));
  const heldLines = sum(({ isChunked, bytes }) => (isChunked ? 0 : countLines(bytes)));
  if (textBytes > maxTextBytes || heldLines > maxHeldLines)
    throw new UnreadableMail("The mail has too much text.");
}

/** Returns the mailboxes of all From headers. A mail of a mail program has one. */
const listSenders = ({ headers }: Email) =>
  headers.filter(({ key }) => key === "from").flatMap(({ value }) => addressParser(value, { flatten: true }));

/**
 * Reads a mail (RFC 5322, RFC 2045). `receiver` is the server whose `Authentication-Results` count. It has stored the
 * return path of the envelope in the header `Return-Path`.
 * @throws UnreadableMail for too many parts, too much text, too deep nesting or too long headers
 */
export async function readMail(raw: Uint8Array<ArrayBuffer>, receiver: string): Promise<ReceivedMail> {
  assertReadable(raw);
  // The words of a mail in a mail are not those of its sender.
  const mail = await parseMail(raw, { maxNestingDepth: 100, forceRfc822Attachments: true }).catch(
    (error: unknown) => {
      throw new UnreadableMail(String(error));
    },
  );
  const [sender, ...otherSenders] = listSenders(mail);
  const from = (sender?.address ?? "").toLowerCase();
  const report = mail.attachments.find(({ mimeType }) => mimeType === reportType)?.content;
  const contentType = mail.headers.find(({ key }) => key === "content-type")?.value ?? "";
  const calendarMethod = mail.attachments.find(({ method }) => method)?.method;
  const verdict = readSenderVerdict(mail.headers, receiver, from.split("@").at(-1) ?? "");
  return {
    from,
    fromName: sender?.name ?? "",
    // Receivers judge one of several senders, and not each the same one (RFC 7489 §6.6.1).
    verdict: otherSenders.length > 0 ? "fail" : verdict,
    automatic: findAutomaticKind({ headers: mail.headers, from, contentType, calendarMethod }),
    failedRecipient:
      report instanceof ArrayBuffer ? findFailedRecipient(new TextDecoder().decode(report)) : null,
    isForwarded:
      mail.headers.some(({ key }) => forwardingHeaders.includes(key)) ||
      /^\s*(?:fwd?|rv|wg|tr|i|enc)\s*:/i.test(mail.subject ?? ""),
    subject: mail.subject ?? "",
    text: toText(mail, raw),
    files: mail.attachments.map(({ filename, mimeType, related = false, content }) => ({
      ...{ name: filename, type: mimeType, isInline: related },
      content: typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content),
    })),
  };
}

/** Returns the text part, or the HTML part as text. A broken mail that has no part at all is its own text. */
function toText({ text, html, attachments }: Email, raw: Uint8Array): string {
  if (text?.trim()) return text.replace(/\r\n?/g, "\n").trim();
  if (html !== undefined || attachments.length > 0) return tidyLines(toPlainText(html ?? ""));
  const [, ...body] = new TextDecoder().decode(raw).split(/\r?\n\r?\n/);
  return body.join("\n\n").trim();
}

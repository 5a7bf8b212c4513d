import PostalMime, { type Address } from "postal-mime";
import { readSenderVerdict, type SenderVerdict } from "./authentication-results.ts";
import { type AutomaticKind, findAutomaticKind } from "./automatic.ts";
import type { SentFile } from "./files.ts";
import { tidyLines, toPlainText } from "./html-text.ts";

/** A received mail, as far as a conversation needs it. */
export type ReceivedMail = {
  /** Identifies the delivery: the `Message-ID`, or the SHA-256 of the bytes. */
  identity: string;
  /** The From address, in lower case; empty without one. */
  from: string;
  fromName: string;
  verdict: SenderVerdict;
  automatic: AutomaticKind | null;
  subject: string;
  /** The text part, or the HTML part as text. */
  text: string;
  /** All other parts, in their order. A mail in the mail is a file, so its words are nobody else's. */
  files: SentFile[];
};

/** Parts that a mail may have. The parser bounds their depth, not their number. */
const maxParts = 1_000;

/** The mail has more parts than any mail program makes. */
export class UnreadableMail extends Error {
  override readonly name = "UnreadableMail";
}

/** Counts the lines that may begin a part, without parsing. */
function countDelimiters(raw: Uint8Array): number {
  const [lineFeed, dash] = [10, 45];
  let count = 0;
  for (let index = raw.indexOf(dash); index !== -1; index = raw.indexOf(dash, index + 1)) {
    if (raw[index + 1] === dash && (index === 0 || raw[index - 1] === lineFeed)) count += 1;
    index += 1;
  }
  return count;
}

const toMailboxes = (address: Address | undefined) =>
  address?.group ? address.group : address ? [address] : [];

const toHex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Reads a mail (RFC 5322, RFC 2045). `receiver` is the server whose `Authentication-Results` count. It has stored the
 * return path of the envelope in the header `Return-Path`.
 * @throws UnreadableMail for too many parts, too deep nesting or too long headers
 */
export async function readMail(raw: Uint8Array<ArrayBuffer>, receiver: string): Promise<ReceivedMail> {
  // Plain texts have lines of dashes, too.
  if (countDelimiters(raw) > maxParts * 10) throw new UnreadableMail("The mail has too many parts.");
  const mail = await PostalMime.parse(raw, { maxNestingDepth: 100, forceRfc822Attachments: true }).catch(
    (error: unknown) => {
      throw new UnreadableMail(String(error));
    },
  );
  const [sender] = toMailboxes(mail.from);
  const from = (sender?.address ?? "").toLowerCase();
  const contentType = mail.headers.find(({ key }) => key === "content-type")?.value ?? "";
  return {
    identity: mail.messageId?.trim() || toHex(await crypto.subtle.digest("SHA-256", raw)),
    from,
    fromName: sender?.name ?? "",
    verdict: readSenderVerdict(mail.headers, receiver, from.split("@").at(-1) ?? ""),
    automatic: findAutomaticKind({ headers: mail.headers, from, contentType }),
    subject: mail.subject ?? "",
    text: mail.text?.trim()
      ? mail.text.replace(/\r\n?/g, "\n").trim()
      : tidyLines(toPlainText(mail.html ?? "")),
    files: mail.attachments.map(({ filename, mimeType, content }) => ({
      name: filename,
      type: mimeType,
      content: typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content),
    })),
  };
}

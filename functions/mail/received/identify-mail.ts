import { sha256 } from "#functions/kernel/crypto/digest.ts";

/** Headers that stay as their author wrote them. Servers add others with each delivery. */
const authorsHeaders = /^(?:message-id|date|from|subject):.*(?:\r?\n[ \t].*)*/gim;
const maxHeadBytes = 100_000;

/** Returns the position at which the body of a mail begins. */
function findBody(raw: Uint8Array): number {
  const [lineFeed, carriageReturn] = [10, 13];
  for (let index = raw.indexOf(lineFeed); index !== -1; index = raw.indexOf(lineFeed, index + 1)) {
    const next = raw[index + 1] === carriageReturn ? index + 2 : index + 1;
    if (raw[next] === lineFeed) return next + 1;
  }
  return raw.length;
}

/**
 * Returns the identity of a mail, which each of its deliveries has. Two mails with the same `Message-ID` differ in their
 * sender, subject, date or body. A mail with neither `Message-ID` nor date is identified by all of its bytes.
 */
export async function identifyMail(raw: Uint8Array<ArrayBuffer>): Promise<string> {
  const bodyStart = findBody(raw);
  const head = new TextDecoder("latin1").decode(raw.subarray(0, Math.min(bodyStart, maxHeadBytes)));
  const headers = (head.match(authorsHeaders) ?? []).map((header) => header.replace(/\s+/g, " ").trim());
  const isDistinct = headers.some((header) => /^(?:message-id|date):/i.test(header));
  if (!isDistinct) return sha256(raw);
  return sha256([...headers, await sha256(raw.subarray(bodyStart))].join("\n"));
}

/** The type of the part in which a report tells the outcome of a mail. */
export const reportType = "message/delivery-status";

/**
 * Returns the address that a mail was not delivered to, by the report in `text` (RFC 3464 §2.3); null for a report of
 * another outcome. A relayed or delayed mail may still arrive.
 */
export function findFailedRecipient(text: string): string | null {
  const fields = text.replace(/\r\n?/g, "\n").replace(/\n[ \t]+/g, " ");
  for (const group of fields.split(/\n[ \t]*\n/)) {
    const find = (name: string) => new RegExp(`^${name}:(.*)$`, "im").exec(group)?.[1]?.trim() ?? "";
    const [, address] = /^rfc822\s*;\s*<?([^<>\s]+)>?/i.exec(find("Final-Recipient")) ?? [];
    if (address && /^failed\b/i.test(find("Action"))) return address.toLowerCase();
  }
  return null;
}

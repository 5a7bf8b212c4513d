import { toPlainEmail } from "./characters.ts";

/** Maximum length of an email address in code points. */
export const maxEmailLength = 254;

/**
 * The pattern of email addresses in every form and at the edge: that of `<input type=email>` in the HTML standard, but
 * for the end of the domain. It is no number, as in an IP address. A domain without a dot is that of a country, such as
 * `io`, because no other one receives mail.
 */
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+(?!\d+$)[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?|[a-zA-Z]{2})$/;

/** Returns whether a text is an address without a name, as an account has it. */
export const isAddress = (value: string): boolean =>
  value.length <= maxEmailLength && emailPattern.test(value);

/** Returns whether a text names one mailbox (RFC 5322 §3.4): `Name <address>`, or a bare address. */
export const isMailbox = (value: string): boolean => /^[^\r\n]*[^\s<>@,]+@[^\s<>@,]+>?$/.test(value);

/** Returns the `mailto:` address of an email address, whose special characters add no header (RFC 6068 §2). */
export const toMailAddress = (email: string): string =>
  `mailto:${encodeURIComponent(email).replace("%40", "@")}`;

/** Returns the address of a mailbox (RFC 5322 §3.4), in lower case. */
export const toAddress = (mailbox: string): string =>
  (/<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox).trim().toLowerCase();

/**
 * Returns the mailbox of an address, which limits count: in lower case and without its tag (RFC 5233 §4). Dots in the
 * local part count, except at Gmail, which ignores them. An account or a message still has the address as it was typed.
 */
export function toCountedMailbox(address: string): string {
  const [, local = "", domain = ""] = /^([^@]+?)(?:\+[^@]*)?@(.*)$/.exec(address.trim().toLowerCase()) ?? [];
  if (!domain) return address.trim().toLowerCase();
  const isGmail = domain === "gmail.com" || domain === "googlemail.com";
  return isGmail ? `${local.replaceAll(".", "")}@gmail.com` : `${local}@${domain}`;
}

/** Mail providers whose misspelled domains are recognized. */
const providers = ["gmail.com", "hotmail.com", "outlook.com", "yahoo.com", "icloud.com"];

/** Domains of other providers that differ from these by one letter. */
const neighbors = new Set(["mail.com", "email.com", "ymail.com", "cloud.com"]);

/** Returns whether two texts differ by one missing, added or replaced letter, or by two swapped neighboring letters. */
function isOneEditAway(first: string, second: string): boolean {
  const shorter = Math.min(first.length, second.length);
  let start = 0;
  while (start < shorter && first[start] === second[start]) start += 1;
  let end = 0;
  while (end < shorter - start && first.at(-1 - end) === second.at(-1 - end)) end += 1;
  const firstMiddle = first.slice(start, first.length - end);
  const secondMiddle = second.slice(start, second.length - end);
  if (firstMiddle.length === 2 && secondMiddle.length === 2)
    return firstMiddle[0] === secondMiddle[1] && firstMiddle[1] === secondMiddle[0];
  return firstMiddle !== secondMiddle && firstMiddle.length <= 1 && secondMiddle.length <= 1;
}

/**
 * Returns the probable address if the domain looks misspelled (`ana@gmial.com`, `ana@gmail,com`, `ana@empresa.con`),
 * also for a pasted form (`<ana@gmial.com>`); null otherwise. It is a hint, because the typed address may be right.
 */
export function suggestEmail(text: string): string | null {
  const address = toPlainEmail(text);
  const atIndex = address.lastIndexOf("@");
  if (atIndex < 1) return null;
  const typedDomain = address.slice(atIndex + 1).toLowerCase();
  if (providers.includes(typedDomain) || neighbors.has(typedDomain)) return null;
  const normalizedDomain = typedDomain
    .replace(/[,.]+/g, ".")
    .replace(/\.(?:con|cmo|ocm|comm|cpm|vom|xom|cim|c0m)$/, ".com")
    // Companies of Costa Rica use co.cr. Companies of other countries use com.mx and similar domains.
    .replace(/\.con\.cr$/, ".co.cr")
    .replace(/\.con(\.[a-z]{2})$/, ".com$1");
  const domain = providers.find((provider) => isOneEditAway(normalizedDomain, provider)) ?? normalizedDomain;
  const suggestedAddress = `${address.slice(0, atIndex)}@${domain}`;
  return domain !== typedDomain && emailPattern.test(suggestedAddress) ? suggestedAddress : null;
}

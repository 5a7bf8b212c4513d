import { emailPattern, limits } from "./contact.ts";

/** Whether a setting is an address alone, such as an account has: no name beside it. */
export const isAddress = (value: string): boolean => value.length <= limits.email && emailPattern.test(value);

/** Whether a setting names one mailbox (RFC 5322): `Name <address>`, or bare. */
export const isMailbox = (value: string): boolean => /^[^\r\n]*[^\s<>@,]+@[^\s<>@,]+>?$/.test(value);

/** The address of a mailbox (RFC 5322), `Name <address>` or bare, in lower case. */
export const toAddress = (mailbox: string): string =>
  (/<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox).trim().toLowerCase();

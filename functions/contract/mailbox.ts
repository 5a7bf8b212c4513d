import { emailPattern, limits } from "./contact.ts";

/** Returns whether a text is an address without a name, as an account has it. */
export const isAddress = (value: string): boolean => value.length <= limits.email && emailPattern.test(value);

/** Returns whether a text names one mailbox (RFC 5322 §3.4): `Name <address>`, or a bare address. */
export const isMailbox = (value: string): boolean => /^[^\r\n]*[^\s<>@,]+@[^\s<>@,]+>?$/.test(value);

/** Returns the address of a mailbox (RFC 5322 §3.4), in lower case. */
export const toAddress = (mailbox: string): string =>
  (/<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox).trim().toLowerCase();

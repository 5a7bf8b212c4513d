import type { Language } from "#cms/content/site.ts";

/** What a mail says of a one-time token. */
export type MailedToken = {
  language: Language;
  link: string;
  /** Six digits. */
  code: string;
  /** How often and how long each is good for, in words. */
  validity: string;
  /** How long the link is valid, in words, for mails without a code. */
  linkValidity: string;
};

import type { Language } from "#cms/content/site.ts";

/** What a mail says of a one-time token. */
export type MailedToken = {
  language: Language;
  link: string;
  /** Six digits. */
  code: string;
  /** How often and how long each is good for, in words. */
  validity: string;
  /** The same for the link alone. */
  linkValidity: string;
};

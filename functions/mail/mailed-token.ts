import type { Language } from "#cms/content/site.ts";

/** What a mail says of a one-time token. */
export type MailedToken = {
  language: Language;
  link: string;
  /** Six digits. */
  code: string;
  /** How long both are good for, and until when. */
  expiry: string;
};

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

/** What is in a mail; who sends it and who gets it is decided when it is sent. */
export type Mail = {
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  /** It answers a message of its reader. */
  isReply?: true;
};

/** On whose behalf a mail speaks. */
export type Sender = {
  /** The company's name. */
  brand: string;
  siteOrigin: string;
};

/** The sender that the settings name: the display name of MAIL_FROM (RFC 5322), or else the site's host. */
export function toSender(settings: { MAIL_FROM: string; SITE_ORIGIN: string }): Sender {
  const name = /^\s*"?([^"<]*?)"?\s*</.exec(settings.MAIL_FROM)?.[1];
  return { brand: name || new URL(settings.SITE_ORIGIN).host, siteOrigin: settings.SITE_ORIGIN };
}

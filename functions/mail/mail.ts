import type { Language } from "#cms/content/site.ts";

/** The link and the code of a one-time token, with their lifetimes, for a mail. */
export type MailedToken = {
  language: Language;
  link: string;
  /** Six digits. */
  code: string;
  /** The number of uses and the lifetimes of link and code, in words. */
  validity: string;
  /** The lifetime of the link, in words, for mails without a code. */
  linkValidity: string;
};

/** The content of a mail. Its sender and recipient are set when it is sent. */
export type Mail = {
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  /** True if the mail answers a message of its recipient. */
  isReply?: true;
};

/** The company and the site that send a mail. */
export type MailSender = {
  /** The company's name. */
  brand: string;
  siteOrigin: string;
};

/** Returns the sender in the settings: the display name of MAIL_FROM (RFC 5322), or else the site's host. */
export function toSender(settings: { MAIL_FROM: string; SITE_ORIGIN: string }): MailSender {
  const name = /^\s*"?([^"<]*?)"?\s*</.exec(settings.MAIL_FROM)?.[1];
  return { brand: name || new URL(settings.SITE_ORIGIN).host, siteOrigin: settings.SITE_ORIGIN };
}

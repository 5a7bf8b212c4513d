import { type Language, path } from "#cms/content/site.ts";
import type { MailPurpose } from "#functions/contract/account.ts";
import { toReference } from "#functions/contract/reference.ts";
import type { Environment } from "#functions/env.ts";
import {
  createConversationLink,
  createOneTimeLink,
  createOwnMessageLink,
  deriveConversationToken,
  deriveMessageToken,
  deriveOneTimeToken,
} from "#functions/kernel/crypto/links.ts";
import { linkValidityInWords, validityInWords } from "./expiry.ts";
import type { MailSender } from "./html.ts";
import {
  type LetterFacts,
  type LetterTexts,
  type Mail,
  type MailedToken,
  toSender,
  writeLetter,
} from "./letter.ts";
import {
  type AnswerMail,
  type CompanyMail,
  isUserMail,
  type MailWithToken,
  type OutgoingMail,
  type UserMail,
} from "./outgoing-mail.ts";
import { accountDeleted, accountExists, emailChanged, passwordChanged } from "./templates/account.ts";
import { canary, deliveryAlert, erasureNotice, noticeDigest } from "./templates/company.ts";
import { contactAcknowledgement, messageErased } from "./templates/contact.ts";
import { contactNotice } from "./templates/contact-notice.ts";
import { answer, replyNotice } from "./templates/conversation.ts";
import { passkeysChanged } from "./templates/passkeys-changed.ts";
import {
  administratorInvited,
  confirmEmailChange,
  confirmSignUp,
  firstPassword,
  recover,
} from "./templates/tokens.ts";

const purposes: Record<MailWithToken["kind"], MailPurpose> = {
  confirm_sign_up: "signup",
  recover: "recovery",
  administrator_invited: "invite",
  confirm_email_change: "email_change",
};

/** Returns the secret from which the tokens of mails are derived, by the id of its signing key. @throws Error */
function getTokenSecret(kid: string, { signingKeys }: Environment): CryptoKey {
  const key = signingKeys.find(kid);
  if (!key) throw new Error("the key that the mail's token is derived from is no longer in AUTH_KEYS");
  return key.oneTimeSecret;
}

/** Derives the link and the code of a mail from the id of its token, because the outbox stores no tokens. */
async function toMailedToken(
  { kind, payload }: MailWithToken,
  requestedAt: Date,
  environment: Environment,
): Promise<MailedToken> {
  const { language, token_id, kid, expires_at } = payload;
  const { token, code } = await deriveOneTimeToken(getTokenSecret(kid, environment), token_id);
  return {
    link: createOneTimeLink(environment.SITE_ORIGIN, { token, purpose: purposes[kind], language }),
    code,
    validity: validityInWords(requestedAt, new Date(expires_at), language),
    linkValidity: linkValidityInWords(requestedAt, new Date(expires_at), language),
  };
}

type AcknowledgementPayload = Extract<OutgoingMail, { kind: "contact_acknowledgement" }>["payload"];

/** Returns the link by which a sender sees the retention of the message and erases it. */
async function toOwnMessageLink(
  { language, submission_id: id, kid }: AcknowledgementPayload,
  environment: Environment,
): Promise<string> {
  const token = await deriveMessageToken(getTokenSecret(kid, environment), id);
  return createOwnMessageLink(environment.SITE_ORIGIN, { token, language });
}

/** Returns the letter to a visitor or the owner of an account, in the recipient's language. */
async function composeLetter(
  mail: UserMail,
  facts: LetterFacts,
  environment: Environment,
): Promise<LetterTexts[Language]> {
  const { language } = facts;
  const { createdAt: at } = mail;
  const toToken = (mailWithToken: MailWithToken) => toMailedToken(mailWithToken, at, environment);
  switch (mail.kind) {
    case "contact_acknowledgement": {
      const link = await toOwnMessageLink(mail.payload, environment);
      const reference = toReference(mail.payload.submission_id);
      return contactAcknowledgement({ at, reference, link, wishes: mail.payload }, facts)[language];
    }
    case "message_erased":
      return messageErased(new Date(mail.payload.arrived_at), facts)[language];
    case "confirm_sign_up":
      return confirmSignUp(await toToken(mail), facts)[language];
    case "administrator_invited":
      return administratorInvited(await toToken(mail), mail.payload.invited_by, facts)[language];
    case "recover":
      return (mail.payload.first ? firstPassword : recover)(await toToken(mail), facts)[language];
    case "confirm_email_change":
      return confirmEmailChange(await toToken(mail), mail.payload, facts)[language];
    case "account_exists":
      return accountExists(facts)[language];
    case "email_changed":
      return emailChanged(mail.payload.new_email, facts)[language];
    case "password_changed":
      return passwordChanged(new Date(mail.payload.at), facts)[language];
    case "passkeys_changed":
      return passkeysChanged(mail.payload, facts);
    case "account_deleted":
      return accountDeleted(facts)[language];
  }
}

/** Returns a mail to the company or to administrators, with its recipient. */
async function composeCompanyMail(
  mail: CompanyMail,
  sender: MailSender,
  { company, replyAddress }: { company: string; replyAddress: string | null },
): Promise<Mail & { to: string }> {
  const { createdAt: at, conversationId } = mail;
  switch (mail.kind) {
    case "contact_notice": {
      const message = { ...mail.payload, id: conversationId ?? mail.payload.id };
      return { to: company, ...(await contactNotice(message, sender, replyAddress)) };
    }
    case "notice_digest":
      return { to: company, ...noticeDigest(mail.payload.messages, sender) };
    case "reply_notice": {
      const { submission_id, name, text } = mail.payload;
      const id = conversationId ?? submission_id;
      return { to: company, ...replyNotice({ id, name, text, replyAddress }, sender) };
    }
    case "erasure_notice": {
      const { submission_id: id, arrived_at } = mail.payload;
      return { to: company, ...erasureNotice({ id, arrivedAt: new Date(arrived_at) }, sender) };
    }
    case "canary":
      return { to: mail.payload.to, ...canary(at, sender) };
    case "delivery_alert": {
      const { to, ...alert } = mail.payload;
      return { to, ...deliveryAlert({ ...alert, at }, sender) };
    }
  }
}

type AnswerPayload = AnswerMail["payload"];

/** Returns the link to the conversation of an answer; null if the link was ended before the mail was sent. */
async function toConversationLink(
  { language, entry_id, kid }: AnswerPayload,
  environment: Environment,
): Promise<string | null> {
  if (kid === undefined) return null;
  const token = await deriveConversationToken(getTokenSecret(kid, environment), entry_id);
  return createConversationLink(environment.SITE_ORIGIN, { token, language });
}

/** Returns an administrator's answer. A reply to it goes to `replyTo`. */
async function composeAnswer(
  { payload }: AnswerMail,
  { sender, replyTo }: { sender: MailSender; replyTo: string },
  environment: Environment,
): Promise<Mail & { to: string }> {
  const { to, language, text, author, title, quoted } = payload;
  const facts = {
    ...{ language, text, author, title, quoted, quotedAt: new Date(payload.quoted_at) },
    reference: toReference(payload.submission_id),
    link: await toConversationLink(payload, environment),
  };
  return { to, ...answer(facts, sender), author, replyTo };
}

/**
 * Composes a mail of the outbox, with its recipient. The result is the same each time, because the provider rejects a
 * different mail with the same idempotency key.
 * @param replyAddress the address that receives replies in the mail's conversation; null without one
 * @throws Error if the key of its token is no longer in AUTH_KEYS
 */
export async function compose(
  outgoingMail: OutgoingMail,
  environment: Environment,
  replyAddress: string | null = null,
): Promise<Mail & { to: string }> {
  const sender = toSender(environment);
  const { CONTACT_NOTIFY_TO: company } = environment;
  const replyTo = replyAddress ?? company;
  if (outgoingMail.kind === "answer") return composeAnswer(outgoingMail, { sender, replyTo }, environment);
  if (!isUserMail(outgoingMail)) return composeCompanyMail(outgoingMail, sender, { company, replyAddress });
  const { to, language } = outgoingMail.payload;
  const toAddress: LetterFacts["toAddress"] = (page) => `${sender.siteOrigin}${path(page, language)}`;
  const facts = { brand: sender.brand, language, toAddress };
  const letter = await composeLetter(outgoingMail, facts, environment);
  return {
    to,
    ...writeLetter({ language, ...letter }, sender),
    ...(outgoingMail.kind === "contact_acknowledgement" && { replyTo, isReply: true }),
  };
}

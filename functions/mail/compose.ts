import type { MailPurpose } from "#functions/contract/account.ts";
import { toReference } from "#functions/contract/reference.ts";
import type { Environment } from "#functions/env.ts";
import {
  createOneTimeLink,
  createOwnMessageLink,
  deriveMessageToken,
  deriveOneTimeToken,
} from "#functions/kernel/crypto/links.ts";
import { linkValidityInWords, validityInWords } from "./expiry.ts";
import { type Mail, type MailedToken, toSender } from "./mail.ts";
import type { MailWithToken, OutgoingMail } from "./outgoing-mail.ts";
import { accountDeleted } from "./templates/account-deleted.ts";
import { accountExists } from "./templates/account-exists.ts";
import { administratorInvited } from "./templates/administrator-invited.ts";
import { canary } from "./templates/canary.ts";
import { confirmEmailChange } from "./templates/confirm-email-change.ts";
import { confirmSignUp } from "./templates/confirm-sign-up.ts";
import { contactAcknowledgement } from "./templates/contact-acknowledgement.ts";
import { contactNotice } from "./templates/contact-notice.ts";
import { deliveryAlert } from "./templates/delivery-alert.ts";
import { emailChanged } from "./templates/email-changed.ts";
import { erasureNotice } from "./templates/erasure-notice.ts";
import { messageErased } from "./templates/message-erased.ts";
import { passkeysChanged } from "./templates/passkeys-changed.ts";
import { passwordChanged } from "./templates/password-changed.ts";
import { recover } from "./templates/recover.ts";

const purposes: Record<MailWithToken["kind"], MailPurpose | "invite"> = {
  confirm_sign_up: "signup",
  recover: "recovery",
  administrator_invited: "invite",
  confirm_email_change: "email_change",
};

function secretOf(kid: string, { signingKeys }: Environment): CryptoKey {
  const key = signingKeys.find(kid);
  if (!key) throw new Error("the key that the mail's token is derived from is no longer in AUTH_KEYS");
  return key.oneTimeSecret;
}

async function toMailedToken(
  { kind, payload }: MailWithToken,
  requestedAt: Date,
  environment: Environment,
): Promise<MailedToken> {
  const { language, token_id, kid, expires_at } = payload;
  const { token, code } = await deriveOneTimeToken(secretOf(kid, environment), token_id);
  return {
    language,
    link: createOneTimeLink(environment.SITE_ORIGIN, { token, purpose: purposes[kind], language }),
    code,
    validity: validityInWords(requestedAt, new Date(expires_at), language),
    linkValidity: linkValidityInWords(requestedAt, new Date(expires_at), language),
  };
}

type AcknowledgementPayload = Extract<OutgoingMail, { kind: "contact_acknowledgement" }>["payload"];

async function toOwnMessageLink(
  { language, submission_id: id, kid }: AcknowledgementPayload,
  environment: Environment,
): Promise<string | null> {
  if (!id || !kid) return null;
  const token = await deriveMessageToken(secretOf(kid, environment), id);
  return createOwnMessageLink(environment.SITE_ORIGIN, { token, language });
}

/**
 * Composes a mail of the outbox, with its recipient. The result is the same each time, because the provider rejects a
 * different mail with the same idempotency key.
 * @throws Error if the key of its token is no longer in AUTH_KEYS
 */
export async function compose(
  outgoingMail: OutgoingMail,
  environment: Environment,
): Promise<Mail & { to: string }> {
  const sender = toSender(environment);
  const { createdAt: at } = outgoingMail;
  if (outgoingMail.kind === "contact_notice") {
    return { to: environment.CONTACT_NOTIFY_TO, ...contactNotice(outgoingMail.payload, sender) };
  }
  if (outgoingMail.kind === "canary") return { to: outgoingMail.payload.to, ...canary(at, sender) };
  if (outgoingMail.kind === "delivery_alert") {
    const { to: administrator, ...alert } = outgoingMail.payload;
    return { to: administrator, ...deliveryAlert({ ...alert, at }, sender) };
  }
  if (outgoingMail.kind === "erasure_notice") {
    const { submission_id: id, arrived_at } = outgoingMail.payload;
    return {
      to: environment.CONTACT_NOTIFY_TO,
      ...erasureNotice({ id, arrivedAt: new Date(arrived_at) }, sender),
    };
  }
  const { to, language } = outgoingMail.payload;
  const toToken = (mail: MailWithToken) => toMailedToken(mail, at, environment);
  switch (outgoingMail.kind) {
    case "contact_acknowledgement": {
      const replyTo = environment.CONTACT_NOTIFY_TO;
      const link = await toOwnMessageLink(outgoingMail.payload, environment);
      const id = outgoingMail.payload.submission_id;
      const reference = id ? toReference(id) : null;
      return { to, ...contactAcknowledgement({ language, at, replyTo, reference, link }, sender) };
    }
    case "message_erased": {
      const arrivedAt = new Date(outgoingMail.payload.arrived_at);
      return { to, ...messageErased({ language, arrivedAt }, sender) };
    }
    case "confirm_sign_up":
      return { to, ...confirmSignUp(await toToken(outgoingMail), sender) };
    case "administrator_invited":
      return { to, ...administratorInvited(await toToken(outgoingMail), sender) };
    case "recover":
      return { to, ...recover(await toToken(outgoingMail), sender) };
    case "confirm_email_change": {
      const { half, new_email: newEmail } = outgoingMail.payload;
      return { to, ...confirmEmailChange({ ...(await toToken(outgoingMail)), half, newEmail }, sender) };
    }
    case "account_exists":
      return { to, ...accountExists({ language }, sender) };
    case "email_changed":
      return { to, ...emailChanged({ language, newEmail: outgoingMail.payload.new_email }, sender) };
    case "password_changed":
      return { to, ...passwordChanged({ language, at: new Date(outgoingMail.payload.at) }, sender) };
    case "passkeys_changed": {
      const { change, at: changedAt, about } = outgoingMail.payload;
      return { to, ...passkeysChanged({ language, change, at: new Date(changedAt), about }, sender) };
    }
    case "account_deleted":
      return { to, ...accountDeleted({ language }, sender) };
  }
}

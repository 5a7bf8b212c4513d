import * as v from "valibot";
import { type Language, languages } from "#cms/content/site.ts";
import { storedMessage, storedWishes } from "#functions/contract/contact.schema.ts";
import { type ContactMessage, contactFields, toColumn } from "#functions/contract/contact.ts";
import { mailedAlertKinds } from "#functions/contract/mail-alert.ts";
import { uploadedFile } from "#functions/contract/upload.schema.ts";

const columns = contactFields.map((field) => toColumn(field));

// A mail that waits during a deployment may lack fields that the new release adds.
const contactMessage = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform(({ id, files = [], ...row }) => ({
    ...{ id, files },
    ...Object.fromEntries(columns.map((column) => [column, row[column] ?? null])),
  })),
  v.object({ id: v.string(), files: v.array(uploadedFile), ...storedMessage, ...storedWishes }),
  v.transform(({ id, files, ...row }) => ({
    ...{ id, files },
    ...(Object.fromEntries(contactFields.map((field) => [field, row[toColumn(field)]])) as ContactMessage),
  })),
);

const addressed = { to: v.string(), language: v.picklist(languages) };

// The id of the mail's token, whose text is derived from the key `kid` on sending. `expires_at` is ISO 8601.
const withToken = { ...addressed, token_id: v.string(), kid: v.string(), expires_at: v.string() };

const mailWithToken = v.variant("kind", [
  v.object({
    kind: v.picklist(["confirm_sign_up", "recover"]),
    // `first`: the recipient is an administrator without a password, such as the first one of a deployment.
    payload: v.object({ ...withToken, first: v.exactOptional(v.literal(true)) }),
  }),
  v.object({
    kind: v.literal("administrator_invited"),
    // The address of the inviting administrator.
    payload: v.object({ ...withToken, invited_by: v.string() }),
  }),
  v.object({
    kind: v.literal("confirm_email_change"),
    // Both addresses get a mail; `half` is the recipient of this one.
    payload: v.object({ ...withToken, half: v.picklist(["current", "new"]), new_email: v.string() }),
  }),
]);

// Changes of passkeys, recovery codes, sign-in rules and administrators.
const passkeyChanges = [
  "added",
  "removed",
  "codes_made",
  "codes_replaced",
  "codes_removed",
  "code_used",
  "rule_begun",
  "rule_ended",
  "first_opened",
  "administrator_invited",
] as const;
export type PasskeyChange = (typeof passkeyChanges)[number];

const accountMail = v.variant("kind", [
  mailWithToken,
  v.object({ kind: v.picklist(["account_exists", "account_deleted"]), payload: v.object(addressed) }),
  v.object({
    kind: v.literal("email_changed"),
    payload: v.object({ ...addressed, new_email: v.string() }),
  }),
  v.object({
    kind: v.literal("password_changed"),
    // `at` is ISO 8601.
    payload: v.object({ ...addressed, at: v.string() }),
  }),
  v.object({
    kind: v.literal("passkeys_changed"),
    payload: v.object({
      ...addressed,
      at: v.string(),
      change: v.picklist(passkeyChanges),
      // The addresses of the invited user and the inviting administrator.
      about: v.optional(v.string()),
      invited_by: v.optional(v.string()),
    }),
  }),
]);

const contactMail = v.variant("kind", [
  v.object({ kind: v.literal("contact_notice"), payload: contactMessage }),
  v.object({
    kind: v.literal("contact_acknowledgement"),
    // The message of the link, the key that the link is derived from, and the wishes that the mail states.
    payload: v.object({
      ...addressed,
      ...{ submission_id: v.string(), kid: v.string() },
      service_type: storedMessage.service_type,
      ...{
        plan: storedWishes.plan,
        meeting_day: storedWishes.meeting_day,
        meeting_part: storedWishes.meeting_part,
      },
    }),
  }),
  // The number of messages whose notices the mail replaces.
  v.object({ kind: v.literal("notice_digest"), payload: v.object({ messages: v.number() }) }),
  // `arrived_at` is the arrival of the erased message, in ISO 8601.
  v.object({
    kind: v.literal("message_erased"),
    payload: v.object({ ...addressed, arrived_at: v.string() }),
  }),
  v.object({
    kind: v.literal("erasure_notice"),
    payload: v.object({ submission_id: v.string(), arrived_at: v.string() }),
  }),
]);

const conversationMail = v.variant("kind", [
  v.object({
    kind: v.literal("answer"),
    // The answer, its author, and the customer's text that it quotes. Its link is derived from the key `kid`, which is
    // absent once the link was ended.
    payload: v.object({
      ...addressed,
      ...{ submission_id: v.string(), entry_id: v.string(), kid: v.exactOptional(v.string()) },
      ...{ text: v.string(), author: v.string() },
      ...{ title: v.nullable(v.string()), quoted: v.nullable(v.string()), quoted_at: v.string() },
    }),
  }),
  v.object({
    kind: v.literal("reply_notice"),
    payload: v.object({ submission_id: v.string(), name: v.string(), text: v.string() }),
  }),
]);

// The mail of the synthetic message, which shows that mails arrive.
const canaryMail = v.object({ kind: v.literal("canary"), payload: v.object({ to: v.string() }) });

const alertMail = v.object({
  kind: v.literal("delivery_alert"),
  payload: v.object({
    to: v.string(),
    alert: v.picklist(mailedAlertKinds),
    subject: v.string(),
  }),
});

/** The payload of a mail in the outbox, by its kind. */
export const storedMail = v.variant("kind", [
  contactMail,
  conversationMail,
  canaryMail,
  alertMail,
  accountMail,
]);

/** A mail whose token proves that its recipient owns the address. */
export type MailWithToken = v.InferOutput<typeof mailWithToken>;

/** A mail about an account in the outbox. It has no token that can be spent. */
export type AccountMail = v.InferOutput<typeof accountMail>;

/** A mail as the outbox stores it. */
export type NewMail = v.InferInput<typeof storedMail>;

/**
 * A mail that is leased for an attempt to send it. `conversationId` is the conversation that the mail belongs to now, if
 * any. The one in its payload may have been joined to it since.
 */
export type OutgoingMail = { id: string; createdAt: Date; conversationId?: string | null } & v.InferOutput<
  typeof storedMail
>;

/** An administrator's answer to a customer. */
export type AnswerMail = Extract<OutgoingMail, { kind: "answer" }>;

/** A letter to a visitor or the owner of an account, in the recipient's language. */
export type UserMail = Exclude<
  Extract<OutgoingMail, { payload: { to: string; language: Language } }>,
  AnswerMail
>;

/** A mail to the company or to administrators. */
export type CompanyMail = Exclude<OutgoingMail, UserMail | AnswerMail>;

export const isUserMail = (mail: Exclude<OutgoingMail, AnswerMail>): mail is UserMail =>
  "to" in mail.payload && "language" in mail.payload;

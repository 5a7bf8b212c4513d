import * as v from "valibot";
import { languages } from "#cms/content/site.ts";
import { storedMessage, storedWishes } from "#functions/contract/contact.schema.ts";
import { type ContactMessage, contactFields, submissionNames } from "#functions/contract/contact.ts";
import { mailedAlertKinds } from "#functions/contract/mail-alert.ts";

// A release that did not know a field yet has left it out; an earlier one called the service otherwise.
const contactMessage = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform(({ id, ...message }) => ({
    id,
    ...Object.fromEntries(
      contactFields.map((field) => [
        submissionNames[field],
        message[submissionNames[field]] ?? message[field] ?? null,
      ]),
    ),
  })),
  v.object({ id: v.string(), ...storedMessage, ...storedWishes }),
  v.transform(({ service_type: service, ...message }): ContactMessage & { id: string } => ({
    ...message,
    service,
  })),
);

// Who gets it, and in which language.
const addressed = { to: v.string(), language: v.picklist(languages) };

// Which token the mail carries: its text is derived from the key `kid` when the mail is sent; `expires_at` is ISO 8601.
const withToken = { ...addressed, token_id: v.string(), kid: v.string(), expires_at: v.string() };

const mailWithToken = v.variant("kind", [
  v.object({
    kind: v.picklist(["confirm_sign_up", "recover", "administrator_invited"]),
    payload: v.object(withToken),
  }),
  v.object({
    kind: v.literal("confirm_email_change"),
    // One goes to each of the two addresses, and `half` says which one this is.
    payload: v.object({ ...withToken, half: v.picklist(["current", "new"]), new_email: v.string() }),
  }),
]);

// What changed about how an account is signed in to, beside its password.
const passkeyChanges = [
  "added",
  "removed",
  "codes_made",
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
      // The address of the invited person.
      about: v.optional(v.string()),
    }),
  }),
]);

const contactMail = v.variant("kind", [
  v.object({ kind: v.literal("contact_notice"), payload: contactMessage }),
  v.object({
    kind: v.literal("contact_acknowledgement"),
    // Which message its link is of, and the key that the link is derived from; an earlier release has left them out.
    payload: v.object({
      ...addressed,
      submission_id: v.optional(v.string()),
      kid: v.optional(v.string()),
    }),
  }),
  // `arrived_at`, ISO 8601, is when the message came that is erased now.
  v.object({
    kind: v.literal("message_erased"),
    payload: v.object({ ...addressed, arrived_at: v.string() }),
  }),
  v.object({
    kind: v.literal("erasure_notice"),
    payload: v.object({ submission_id: v.string(), arrived_at: v.string() }),
  }),
]);

// A message of our own that shows that mails arrive.
const canaryMail = v.object({ kind: v.literal("canary"), payload: v.object({ to: v.string() }) });

const alertMail = v.object({
  kind: v.literal("delivery_alert"),
  payload: v.object({
    to: v.string(),
    alert: v.picklist(mailedAlertKinds),
    subject: v.string(),
  }),
});

/** What a mail carries while it waits to be sent, by its kind. */
export const storedMail = v.variant("kind", [contactMail, canaryMail, alertMail, accountMail]);

/** A mail that proves that its reader owns the address. */
export type MailWithToken = v.InferOutput<typeof mailWithToken>;

/** A mail about an account, as it waits to be sent: nothing in it can be spent. */
export type AccountMail = v.InferOutput<typeof accountMail>;

/** A mail that an attempt to send it has leased. */
export type OutgoingMail = { id: string; createdAt: Date } & v.InferOutput<typeof storedMail>;

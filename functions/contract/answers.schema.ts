// Schemas and types of the API's answers. Tests validate the edge and the stand-in API of the component tests against
// the schemas. The browser imports the types only.
import * as v from "valibot";
import { authErrorCodes } from "./auth-code.ts";
import { doubt, storedDay, storedMessage, storedWishes } from "./contact.schema.ts";
import { draftAnswer, entryAnswer } from "./conversation.schema.ts";
import { conversationStates } from "./conversation.ts";
import { mailAlertKinds } from "./mail-alert.ts";
import { services, sources } from "./options.ts";
import { type ProblemCode, problemStatus } from "./problem.ts";
import { acknowledgementOutcomes, toMarks } from "./submission.ts";

const uuid = v.pipe(v.string(), v.uuid());
const time = v.pipe(v.string(), v.isoTimestamp());
const timeInUtc = v.pipe(time, v.endsWith("Z"));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const nullableText = v.nullable(v.string());

/**
 * Answer of `GET /api/submissions/:id` and `PATCH /api/submissions/:id`: a contact message in the inbox. Absent optional
 * fields are null.
 */
export const submissionAnswer = v.strictObject({
  id: uuid,
  ...storedMessage,
  ...toMarks(v.boolean()),
  created_at: timeInUtc,
});
export type Submission = v.InferOutput<typeof submissionAnswer>;

// A telephone number in a text: in E.164, with an extension of digits (RFC 3966 §5.3), and its place in the text. `start`
// and `end` (exclusive) are indexes of UTF-16 code units.
const phoneNumber = v.strictObject({
  number: v.pipe(v.string(), v.regex(/^\+[1-9]\d{1,14}$/)),
  extension: v.nullable(v.pipe(v.string(), v.digits())),
  start: count,
  end: count,
});
export type PhoneNumber = v.InferOutput<typeof phoneNumber>;

/** The addition `conversation`. `assignee` is the id of the owner. */
const conversationSummary = {
  state: v.picklist(conversationStates),
  assignee: v.nullable(uuid),
  revision: count,
  first_answer_at: v.nullable(timeInUtc),
};

/** Answer of `GET /api/submissions/:id` with every value of `include`. */
export const screenedSubmissionAnswer = v.strictObject({
  ...submissionAnswer.entries,
  ...storedWishes,
  doubts: v.array(v.strictObject(doubt.entries)),
  // The numbers in the text of each field, at most 20.
  phone_numbers: v.strictObject({ phone: v.array(phoneNumber), message: v.array(phoneNumber) }),
  // The id of the sender's block, null if the sender is not blocked.
  sender_block: v.nullable(uuid),
  // "undelivered": the confirmation by mail never reached the sender's address.
  acknowledgement: v.nullable(v.picklist(acknowledgementOutcomes)),
  ...conversationSummary,
});
export type FullSubmission = v.InferOutput<typeof screenedSubmissionAnswer>;

const cursor = v.nullable(v.pipe(v.string(), v.minLength(1)));

/** Answer of `GET /api/submissions`: a page of the inbox, newest first; `next_cursor` is null on the last page. */
export const pageAnswer = v.strictObject({ items: v.array(submissionAnswer), next_cursor: cursor });
export type SubmissionPage = v.InferOutput<typeof pageAnswer>;

/** Answer of `GET /api/submissions` with every value of `include`. */
export const screenedPageAnswer = v.strictObject({
  items: v.array(screenedSubmissionAnswer),
  next_cursor: cursor,
});
export type FullPage = v.InferOutput<typeof screenedPageAnswer>;

/**
 * Answer of `GET /api/submissions/counts`. `incomplete` is present if a long search ended early: there may be more
 * messages than counted.
 */
export const countsAnswer = v.strictObject({
  all: count,
  unread: count,
  read: count,
  spam: count,
  incomplete: v.optional(v.literal(true)),
});
export type SubmissionCounts = v.InferOutput<typeof countsAnswer>;

/**
 * Answer of `GET /api/submissions/oldest-unanswered`: the id of the oldest unanswered message without spam, null without
 * one, and the number of these messages.
 */
export const oldestUnansweredAnswer = v.strictObject({ id: v.nullable(uuid), count });
export type OldestUnanswered = v.InferOutput<typeof oldestUnansweredAnswer>;

/** Answer of `POST /api/submissions/bulk` for `ids`: the number of them that were changed or deleted. */
export const bulkAnswer = v.strictObject({ affected: count });
export type SubmissionBulkOutcome = v.InferOutput<typeof bulkAnswer>;

/**
 * Answer of `POST /api/submissions/bulk` for `matching`: the submissions that this call changed or deleted, at most
 * 2,000. `more` says whether the call has to be repeated. Submissions that arrived after `until` or already had the
 * requested mark are excluded. The repeated call continues at the answer's `until`. A long search ends early. `previous`
 * has the state or the assignee that each of `ids` had before, on request.
 */
export const matchingAnswer = v.strictObject({
  affected: count,
  ids: v.array(uuid),
  more: v.boolean(),
  until: v.optional(timeInUtc),
  previous: v.exactOptional(v.array(nullableText)),
});
export type SubmissionMatchingOutcome = v.InferOutput<typeof matchingAnswer>;

/**
 * Answer of `POST /api/submissions/:id/block`: the sender's messages that moved to spam, and the id of the block.
 */
export const blockAnswer = v.strictObject({ ids: v.array(uuid), sender_block: uuid });
export type BlockOutcome = v.InferOutput<typeof blockAnswer>;

/**
 * Answer of `GET /api/blocked-senders`: the 500 most recent blocks, newest first. `messages` is the number of the
 * sender's messages in spam. `email` is null without such a message, because the database stores only hashes of senders.
 */
export const blockedSendersAnswer = v.strictObject({
  items: v.array(v.strictObject({ id: uuid, email: nullableText, messages: count, blocked_at: timeInUtc })),
});
export type BlockedSenders = v.InferOutput<typeof blockedSendersAnswer>;
export type BlockedSender = BlockedSenders["items"][number];

const answerTimes = {
  median_seconds_to_first_answer: v.nullable(v.number()),
  p90_seconds_to_first_answer: v.nullable(v.number()),
  share_answered_within_hour: v.nullable(v.number()),
};

/**
 * Answer of `GET /api/submissions/stats`: messages of the last `days` days, without spam. `by_day` has every day
 * (`YYYY-MM-DD` in the company's time zone), oldest first. Services and sources occur at least once, most frequent
 * first. `answers_by_service` and `answers_by_source` count the answered messages of these, most frequent first. Times
 * until the first answer are in seconds, null without an answer; from a minute on they are rounded to a minute, from an
 * hour on to five minutes, from a day on to an hour. `share_answered_within_hour` is the share of the answered messages
 * with at most an hour of opening time until the first answer, 0 to 1; null without opening hours. `unanswered` and
 * `oldest_unanswered_at` are of all days.
 */
export const statsAnswer = v.strictObject({
  days: count,
  by_day: v.array(v.strictObject({ day: storedDay, count })),
  by_service: v.array(v.strictObject({ service_type: v.nullable(v.picklist(services)), count })),
  by_source: v.array(v.strictObject({ source: v.nullable(v.picklist(sources)), count })),
  ...answerTimes,
  answers_by_service: v.array(
    v.strictObject({ service_type: v.nullable(v.picklist(services)), count, ...answerTimes }),
  ),
  answers_by_source: v.array(
    v.strictObject({ source: v.nullable(v.picklist(sources)), count, ...answerTimes }),
  ),
  unanswered: count,
  oldest_unanswered_at: v.nullable(timeInUtc),
});
export type SubmissionStats = v.InferOutput<typeof statsAnswer>;

/** Answer of `GET /api/profile`, read from the database at every call. */
export const profileAnswer = v.strictObject({
  user_id: uuid,
  role: v.picklist(["admin", "user"]),
  // Present if administrators need a passkey and this session has shown none. Administrator routes then reject it.
  passkey_required: v.exactOptional(v.literal(true)),
});
export type Profile = v.InferOutput<typeof profileAnswer>;
export type Role = Profile["role"];

/**
 * Answer of `GET /api/mail-alerts`: the current faults that keep mails from arriving at the company, newest first.
 * `subject` is its address, the provider's name of the rejection, or the daily limit.
 */
export const mailAlertsAnswer = v.strictObject({
  items: v.array(
    v.strictObject({
      id: uuid,
      kind: v.picklist(mailAlertKinds),
      subject: v.string(),
      occurrences: count,
      first_at: timeInUtc,
      last_at: timeInUtc,
    }),
  ),
});
export type MailAlerts = v.InferOutput<typeof mailAlertsAnswer>;
export type MailAlert = MailAlerts["items"][number];

/**
 * Answer of `GET /api/sign-in-rules` and `PUT /api/sign-in-rules`: the rules and the numbers of administrators. While
 * passkeys are needed, administrator routes answer 403 `passkey_required` to a session that has shown none.
 */
export const signInRulesAnswer = v.strictObject({
  administrators_need_passkeys: v.boolean(),
  administrators: count,
  /**
   * The administrators without a passkey. While the rule holds, `needs_passkey_from` is the time from which it applies to
   * them; null means at once.
   */
  without_passkey: v.array(v.strictObject({ email: v.string(), needs_passkey_from: v.nullable(time) })),
});
export type SignInRules = v.InferOutput<typeof signInRulesAnswer>;

/** Answer of `POST /api/sign-in-rules/first-passkeys`: the administrator, and the end of the time for the passkey. */
export const firstPasskeyAnswer = v.strictObject({ email: v.string(), expires_at: time });
export type FirstPasskeyOpening = v.InferOutput<typeof firstPasskeyAnswer>;

/** Answer of `POST /api/administrators/invitations`: the invited address, and the expiry of the invitation. */
export const invitationAnswer = v.strictObject({ email: v.string(), expires_at: time });
export type AdministratorInvitation = v.InferOutput<typeof invitationAnswer>;

/**
 * Answer of `POST /api/contact` and `POST /api/contact/handed`: the id, and whether the message is stored or queued.
 */
export const receiptAnswer = v.strictObject({ id: uuid, status: v.picklist(["stored", "queued"]) });
export type ContactReceipt = v.InferOutput<typeof receiptAnswer>;

/**
 * Answer of `GET /api/contact/form-stamp`: the time at which the form was opened, signed as a JWT (RFC 7519), and the
 * site's public key if the site uses Turnstile.
 */
export const formStampAnswer = v.strictObject({
  stamp: v.string(),
  turnstile_site_key: v.exactOptional(v.string()),
});
export type FormStampAnswer = v.InferOutput<typeof formStampAnswer>;

/**
 * Answer of `POST /api/contact/own`: the reference of a message, its arrival, and the end of its retention. It has no
 * text of the sender, because a mistyped address sends the link to another person.
 */
export const ownMessageAnswer = v.strictObject({
  reference: v.pipe(v.string(), v.regex(/^[\dA-F]{4}-[\dA-F]{4}$/)),
  created_at: timeInUtc,
  kept_until: timeInUtc,
});
export type OwnMessage = v.InferOutput<typeof ownMessageAnswer>;

const fieldError = v.strictObject({ field: v.string(), code: v.string() });
export type FieldError = v.InferOutput<typeof fieldError>;

/**
 * The members that some problems add (RFC 9457 §3.2): the entries that are newer than the author saw
 * (`conversation_moved`), or the stored draft (`draft_conflict`).
 */
const problemExtension = {
  newer: v.exactOptional(v.array(entryAnswer)),
  text: v.exactOptional(draftAnswer.entries.text),
  revision: v.exactOptional(draftAnswer.entries.revision),
  kind: v.exactOptional(draftAnswer.entries.kind),
};
const problemExtensionObject = v.strictObject(problemExtension);
export type ProblemExtension = v.InferOutput<typeof problemExtensionObject>;

/** Body of an error outside `/api/auth`: `application/problem+json` (RFC 9457 §3). */
export const problemAnswer = v.strictObject({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  code: v.picklist(Object.keys(problemStatus) as ProblemCode[]),
  detail: v.exactOptional(v.string()),
  errors: v.exactOptional(v.array(fieldError)),
  ...problemExtension,
  request_id: v.string(),
});
export type ProblemBody = v.InferOutput<typeof problemAnswer>;

/**
 * Answer of `GET /api/auth/user`, `PUT /api/auth/user` and `POST /api/auth/signup`: an account. `role` is the protocol's
 * constant.
 */
export const userAnswer = v.strictObject({
  id: uuid,
  aud: v.literal("authenticated"),
  role: v.literal("authenticated"),
  email: v.string(),
  phone: v.literal(""),
  email_confirmed_at: v.nullable(time),
  confirmed_at: v.nullable(time),
  last_sign_in_at: v.nullable(time),
  app_metadata: v.strictObject({
    provider: v.literal("email"),
    providers: v.array(v.string()),
    // Not part of the protocol: the owner has yet to choose a password, because another person had also chosen one.
    password_needed: v.exactOptional(v.literal(true)),
  }),
  user_metadata: v.record(v.string(), v.unknown()),
  // An account has one identity.
  identities: v.array(
    v.strictObject({
      identity_id: uuid,
      id: uuid,
      user_id: uuid,
      identity_data: v.strictObject({
        email: v.string(),
        email_verified: v.boolean(),
        phone_verified: v.literal(false),
        sub: uuid,
      }),
      provider: v.literal("email"),
      last_sign_in_at: v.optional(time),
      created_at: time,
      updated_at: time,
      email: v.string(),
    }),
  ),
  created_at: time,
  updated_at: time,
  is_anonymous: v.literal(false),
  // The requested address. It applies once both addresses have confirmed the change.
  new_email: v.exactOptional(v.string()),
  email_change_sent_at: v.exactOptional(time),
  confirmation_sent_at: v.exactOptional(time),
});
export type UserResponse = v.InferOutput<typeof userAnswer>;

/** Answer of `POST /api/auth/token`: `expires_in` is in seconds, `expires_at` in seconds since 1970. */
export const sessionAnswer = v.strictObject({
  access_token: v.string(),
  token_type: v.literal("bearer"),
  expires_in: v.number(),
  expires_at: v.number(),
  refresh_token: v.string(),
  user: userAnswer,
});
export type SessionResponse = v.InferOutput<typeof sessionAnswer>;

/** Answer of `POST /api/auth/verify` after the first of the two mails about a change of address. */
export const halfConfirmedAnswer = v.strictObject({ msg: v.string(), code: v.literal("200") });

/** Answer of `POST /api/auth/recover` and `POST /api/auth/resend`. */
export const emptyAnswer = v.strictObject({});

/** Answer of `GET /api/auth/settings`. */
export const settingsAnswer = v.strictObject({
  external: v.strictObject({ email: v.boolean(), phone: v.boolean(), anonymous_users: v.boolean() }),
  disable_signup: v.boolean(),
  mailer_autoconfirm: v.boolean(),
  phone_autoconfirm: v.boolean(),
  sms_provider: v.string(),
  saml_enabled: v.boolean(),
});

/** Answer of `GET /api/auth/sessions`; `country` is ISO 3166-1 alpha-2. */
export const ownSessionsAnswer = v.array(
  v.strictObject({
    id: uuid,
    user_agent: nullableText,
    city: nullableText,
    country: nullableText,
    created_at: time,
    last_used_at: time,
    // Seconds since the last use, by the clock of the service.
    idle_seconds: v.number(),
    // True for the session that sent the request.
    current: v.boolean(),
  }),
);
export type OwnSession = v.InferOutput<typeof ownSessionsAnswer>[number];

/** Answer of `PATCH /api/auth/passkeys/:id` and `POST /api/auth/passkeys/registration/verify`. */
export const passkeyAnswer = v.strictObject({
  id: uuid,
  friendly_name: v.exactOptional(v.string()),
  created_at: time,
  last_used_at: v.exactOptional(time),
});
export type PasskeyResponse = v.InferOutput<typeof passkeyAnswer>;

/** Answer of `GET /api/auth/passkeys`. */
export const passkeysAnswer = v.array(passkeyAnswer);

/**
 * Answer of the calls under `/api/auth/factors/recovery-codes` that count or make codes. Only the answer that creates
 * codes has `codes`.
 */
export const recoveryCodesAnswer = v.strictObject({
  id: uuid,
  type: v.literal("recovery_code"),
  total: count,
  remaining: v.exactOptional(count),
  codes: v.exactOptional(v.array(v.string())),
});
export type RecoveryCodesResponse = v.InferOutput<typeof recoveryCodesAnswer>;

const weakness = {
  weak_password: v.exactOptional(
    v.strictObject({ reasons: v.array(v.picklist(["length", "pwned", "predictable"])) }),
  ),
};

/** Body of an error answer under `/api/auth`, in either shape of Supabase Auth. */
export const authErrorAnswer = v.union([
  v.strictObject({ code: v.picklist(authErrorCodes), message: v.string(), ...weakness }),
  v.strictObject({
    code: v.number(),
    error_code: v.picklist(authErrorCodes),
    msg: v.string(),
    ...weakness,
  }),
]);

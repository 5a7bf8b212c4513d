// Schemas of the API's answers. Tests validate the edge and the stand-in API of the component tests against them.
import * as v from "valibot";
import type {
  AdministratorInvitation,
  FirstPasskeyOpening,
  OwnSession,
  PasskeyResponse,
  Profile,
  RecoveryCodesResponse,
  SessionResponse,
  SignInRules,
  UserResponse,
} from "./account.ts";
import { authErrorCodes } from "./auth-code.ts";
import { storedMessage, storedWishes } from "./contact.schema.ts";
import type { ContactReceipt, FormStampAnswer } from "./contact.ts";
import { type Doubt, doubtCodes } from "./doubt.ts";
import { type MailAlerts, mailAlertKinds } from "./mail-alert.ts";
import { dayPattern } from "./meeting.ts";
import { services, sources } from "./options.ts";
import { type ProblemBody, type ProblemCode, problemStatus } from "./problem.ts";
import type { OwnMessage } from "./reference.ts";
import type {
  BlockedSenders,
  BlockOutcome,
  FullPage,
  FullSubmission,
  Submission,
  SubmissionBulkOutcome,
  SubmissionCounts,
  SubmissionMatchingOutcome,
  SubmissionPage,
  SubmissionStats,
} from "./submission.ts";

type IsSame<Actual, Expected> = [Actual, keyof Actual] extends [Expected, keyof Expected]
  ? [Expected, keyof Expected] extends [Actual, keyof Actual]
    ? unknown
    : never
  : never;

/** Returns the schema. Compiles only if the output of the schema and `Answer` are the same type. */
const createAnswer =
  <Answer>() =>
  <Schema extends v.GenericSchema<unknown, Answer>>(
    schema: Schema & IsSame<v.InferOutput<Schema>, Answer>,
  ): v.GenericSchema<unknown, Answer> =>
    schema;

const uuid = v.pipe(v.string(), v.uuid());
const time = v.pipe(v.string(), v.isoTimestamp());
const timeInUtc = v.pipe(time, v.endsWith("Z"));
const day = v.pipe(v.string(), v.regex(dayPattern));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const nullableText = v.nullable(v.string());

const submission = v.strictObject({
  id: uuid,
  ...storedMessage,
  read: v.boolean(),
  spam: v.boolean(),
  created_at: timeInUtc,
});
const doubt: v.GenericSchema<unknown, Doubt> = v.strictObject({
  code: v.picklist(doubtCodes),
  count: v.exactOptional(v.number()),
});
const phoneNumber = v.strictObject({
  number: v.pipe(v.string(), v.regex(/^\+[1-9]\d{1,14}$/)),
  extension: v.nullable(v.pipe(v.string(), v.digits())),
});
const screenedSubmission = v.strictObject({
  ...submission.entries,
  ...storedWishes,
  doubts: v.array(doubt),
  phone_number: v.nullable(phoneNumber),
  sender_block: v.nullable(uuid),
});
const cursor = v.nullable(v.pipe(v.string(), v.minLength(1)));

/** Answer of `GET /api/submissions/:id` and `PATCH /api/submissions/:id`. */
export const submissionAnswer = createAnswer<Submission>()(submission);

/** Answer of `GET /api/submissions/:id?include=doubts,wishes,phone_number,sender_block`. */
export const screenedSubmissionAnswer = createAnswer<FullSubmission>()(screenedSubmission);

/** Answer of `GET /api/submissions`. */
export const pageAnswer = createAnswer<SubmissionPage>()(
  v.strictObject({ items: v.array(submission), next_cursor: cursor }),
);

/** Answer of `GET /api/submissions?include=doubts,wishes,phone_number,sender_block`. */
export const screenedPageAnswer = createAnswer<FullPage>()(
  v.strictObject({ items: v.array(screenedSubmission), next_cursor: cursor }),
);

/** Answer of `GET /api/submissions/counts`. */
export const countsAnswer = createAnswer<SubmissionCounts>()(
  v.strictObject({ all: count, unread: count, read: count, spam: count }),
);

/** Answer of `POST /api/submissions/bulk` for `ids`. */
export const bulkAnswer = createAnswer<SubmissionBulkOutcome>()(v.strictObject({ affected: count }));

/** Answer of `POST /api/submissions/bulk` for `matching`. */
export const matchingAnswer = createAnswer<SubmissionMatchingOutcome>()(
  v.strictObject({ affected: count, ids: v.array(uuid), more: v.boolean() }),
);

/** Answer of `POST /api/submissions/:id/block`. */
export const blockAnswer = createAnswer<BlockOutcome>()(
  v.strictObject({ ids: v.array(uuid), sender_block: uuid }),
);

/** Answer of `GET /api/blocked-senders`. */
export const blockedSendersAnswer = createAnswer<BlockedSenders>()(
  v.strictObject({
    items: v.array(v.strictObject({ id: uuid, email: nullableText, messages: count, blocked_at: timeInUtc })),
  }),
);

/** Answer of `GET /api/submissions/stats`. */
export const statsAnswer = createAnswer<SubmissionStats>()(
  v.strictObject({
    days: count,
    by_day: v.array(v.strictObject({ day, count })),
    by_service: v.array(v.strictObject({ service_type: v.nullable(v.picklist(services)), count })),
    by_source: v.array(v.strictObject({ source: v.nullable(v.picklist(sources)), count })),
    median_seconds_to_first_read: v.nullable(v.number()),
  }),
);

/** Answer of `GET /api/profile`. */
export const profileAnswer = createAnswer<Profile>()(
  v.strictObject({
    user_id: uuid,
    role: v.picklist(["admin", "user"]),
    passkey_required: v.exactOptional(v.literal(true)),
  }),
);

/** Answer of `GET /api/mail-alerts`. */
export const mailAlertsAnswer = createAnswer<MailAlerts>()(
  v.strictObject({
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
  }),
);

/** Answer of `GET /api/sign-in-rules` and `PUT /api/sign-in-rules`. */
export const signInRulesAnswer = createAnswer<SignInRules>()(
  v.strictObject({
    administrators_need_passkeys: v.boolean(),
    administrators: count,
    administrators_with_passkeys: count,
  }),
);

/** Answer of `POST /api/sign-in-rules/first-passkeys`. */
export const firstPasskeyAnswer = createAnswer<FirstPasskeyOpening>()(
  v.strictObject({ email: v.string(), expires_at: time }),
);

/** Answer of `POST /api/administrators/invitations`. */
export const invitationAnswer = createAnswer<AdministratorInvitation>()(
  v.strictObject({ email: v.string(), expires_at: time }),
);

/** Answer of `POST /api/contact` and `POST /api/contact/handed`. */
export const receiptAnswer = createAnswer<ContactReceipt>()(
  v.strictObject({ id: uuid, status: v.picklist(["stored", "queued"]) }),
);

/** Answer of `GET /api/contact/form-stamp`. */
export const formStampAnswer = createAnswer<FormStampAnswer>()(
  v.strictObject({ stamp: v.string(), turnstile_site_key: v.exactOptional(v.string()) }),
);

/** Answer of `POST /api/contact/own`. */
export const ownMessageAnswer = createAnswer<OwnMessage>()(
  v.strictObject({
    reference: v.pipe(v.string(), v.regex(/^[\dA-F]{4}-[\dA-F]{4}$/)),
    created_at: timeInUtc,
    kept_until: timeInUtc,
  }),
);

/** Body of an error answer outside `/api/auth` (RFC 9457). */
export const problemAnswer = createAnswer<ProblemBody>()(
  v.strictObject({
    type: v.string(),
    title: v.string(),
    status: v.number(),
    code: v.picklist(Object.keys(problemStatus) as ProblemCode[]),
    detail: v.exactOptional(v.string()),
    errors: v.exactOptional(v.array(v.strictObject({ field: v.string(), code: v.string() }))),
    request_id: v.string(),
  }),
);

const user = v.strictObject({
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
    password_needed: v.exactOptional(v.literal(true)),
  }),
  user_metadata: v.record(v.string(), v.unknown()),
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
  new_email: v.exactOptional(v.string()),
  email_change_sent_at: v.exactOptional(time),
  confirmation_sent_at: v.exactOptional(time),
});

/** Answer of `GET /api/auth/user`, `PUT /api/auth/user` and `POST /api/auth/signup`. */
export const userAnswer = createAnswer<UserResponse>()(user);

/** Answer of `POST /api/auth/token`. */
export const sessionAnswer = createAnswer<SessionResponse>()(
  v.strictObject({
    access_token: v.string(),
    token_type: v.literal("bearer"),
    expires_in: v.number(),
    expires_at: v.number(),
    refresh_token: v.string(),
    user,
  }),
);

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

/** Answer of `GET /api/auth/sessions`. */
export const ownSessionsAnswer = createAnswer<OwnSession[]>()(
  v.array(
    v.strictObject({
      id: uuid,
      user_agent: nullableText,
      city: nullableText,
      country: nullableText,
      created_at: time,
      last_used_at: time,
      idle_seconds: v.number(),
      current: v.boolean(),
    }),
  ),
);

const passkey = v.strictObject({
  id: uuid,
  friendly_name: v.exactOptional(v.string()),
  created_at: time,
  last_used_at: v.exactOptional(time),
});

/** Answer of `PATCH /api/auth/passkeys/:id` and `POST /api/auth/passkeys/registration/verify`. */
export const passkeyAnswer = createAnswer<PasskeyResponse>()(passkey);

/** Answer of `GET /api/auth/passkeys`. */
export const passkeysAnswer = createAnswer<PasskeyResponse[]>()(v.array(passkey));

/** Answer of the calls under `/api/auth/factors/recovery-codes` that count or make codes. */
export const recoveryCodesAnswer = createAnswer<RecoveryCodesResponse>()(
  v.strictObject({
    id: uuid,
    type: v.literal("recovery_code"),
    total: count,
    remaining: v.exactOptional(count),
    codes: v.exactOptional(v.array(v.string())),
  }),
);

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

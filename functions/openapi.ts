// Describes the API. The deployed Worker does not import this file: `npm run openapi` writes `docs/api/openapi.json`
// with it.
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { languages } from "#cms/content/site.ts";
import * as account from "./contract/account.schema.ts";
import * as answers from "./contract/answers.schema.ts";
import type { AuthErrorCode } from "./contract/auth-code.ts";
import { contactPost, linkInput } from "./contract/contact.schema.ts";
import * as conversation from "./contract/conversation.schema.ts";
import { type ProblemCode, problemStatus } from "./contract/problem.ts";
import * as submission from "./contract/submission.schema.ts";
import { uploadAnswer, uploadQuery } from "./contract/upload.schema.ts";
import { healthAnswer, healthDetailsAnswer, healthWatchAnswer } from "./operations/health.ts";
import { hydrationErrorInput } from "./site/hydration-errors-route.ts";
import { previewLinkInput } from "./site/preview/route.ts";

type Schema = v.GenericSchema;

/** Permitted callers: anyone, a signed-in user, an administrator, or a service that signs its body. */
type Access = "anyone" | "user" | "administrator" | "signature";

type CallDescription = {
  /** The effect of the call, in one sentence. */
  summary: string;
  query?: Schema;
  body?: Schema;
  /** The call accepts the same fields as a form, which may also contain files (`upload`). */
  isForm?: true;
  /** The schema of each successful answer by status; null for an answer without a schema. The default is 204. */
  answers?: Record<number, Schema | null>;
  /** The codes of its own errors. Every call also answers with the codes of `commonProblems`. */
  rejects?: readonly (ProblemCode | AuthErrorCode)[];
};

/** A call of the API. */
export type Call = CallDescription & Required<Pick<CallDescription, "answers">> & { access: Access };

const { object, optional, picklist, string, unknown } = v;
const challenge = object({
  challenge_id: v.pipe(string(), v.uuid()),
  options: unknown(),
  expires_at: v.number(),
});
const redirectQuery = object({ redirect_to: optional(string()) });
const pathQuery = object({ path: optional(string()) });
const grant = v.union([account.passwordGrantInput, account.refreshGrantInput]);
const bulkInput = v.union([
  submission.submissionBulk.getter({}),
  submission.submissionBulk.getter({ matching: {} }),
]);

/** Errors of both calls that add a passkey. */
const passkeyAdditionErrors: AuthErrorCode[] = [
  "current_password_required",
  "password_recovered",
  "first_passkey_closed",
  "reauthentication_needed",
  "insufficient_aal",
  "too_many_passkeys",
  "over_request_rate_limit",
];

/** Every call of the API, by access, method and path. */
const callsByAccess: Record<Access, Record<string, CallDescription>> = {
  anyone: {
    "POST /api/contact": {
      summary:
        "Stores a contact message: 201, or 202 while the database is away. `Idempotency-Key` (a UUID) repeats the first answer. A form without JavaScript is answered with 303 to the contact page.",
      body: contactPost,
      isForm: true,
      answers: { 201: answers.receiptAnswer, 202: answers.receiptAnswer, 303: null },
      rejects: ["idempotency_conflict", "foreign_origin", "too_many_requests"],
    },
    "PUT /api/uploads/:id": {
      summary:
        "Stores a part of a file, under an id that the sender chooses. The last part returns the token by which a message or a reply names the file.",
      query: uploadQuery,
      answers: { 200: uploadAnswer },
      rejects: [
        "malformed_id",
        "malformed_request",
        "invalid_fields",
        "body_too_large",
        "request_timeout",
        "too_many_requests",
        "files_unavailable",
      ],
    },
    "GET /api/contact/form-stamp": {
      summary:
        "Returns the signed time at which a form was opened, and the site key of Turnstile if the site uses it.",
      answers: { 200: answers.formStampAnswer },
      rejects: ["too_many_requests"],
    },
    "POST /api/contact/handed": {
      summary: "Stores a message that only a mail has kept, by the token of the link in that mail.",
      body: linkInput,
      answers: { 201: answers.receiptAnswer },
    },
    "POST /api/contact/own": {
      summary:
        "Returns the reference, date and retention of the message of a sender's link. It returns no text of the message, because the address may be mistyped.",
      body: linkInput,
      answers: { 200: answers.ownMessageAnswer },
      rejects: ["message_gone", "too_many_requests"],
    },
    "POST /api/contact/own/erase": {
      summary: "Erases the message of a sender's link and mails the sender.",
      body: linkInput,
      rejects: ["message_gone", "too_many_requests"],
    },
    "POST /api/conversation": {
      summary:
        "Returns the conversation of the link in an answer's mail, without its notes and events. A form gets it as a page.",
      body: linkInput,
      isForm: true,
      answers: { 200: conversation.customerConversationAnswer },
      rejects: ["too_many_requests"],
    },
    "POST /api/conversation/entries": {
      summary:
        "Adds the customer's reply to a conversation and returns it. `Idempotency-Key` (a UUID) stores one reply. A form has the key in its field `key` and gets a page.",
      body: conversation.replyInput,
      isForm: true,
      answers: { 201: conversation.customerConversationAnswer },
      rejects: ["idempotency_conflict", "too_many_requests"],
    },
    "GET /api/content/:page": {
      summary: "Returns the published content of a page in one language, at most 5 s old, with its ETag.",
      query: object({ lang: optional(picklist(languages)) }),
      answers: { 200: object({ revision: string(), page: unknown() }), 304: null },
      rejects: ["invalid_fields", "content_unavailable", "precondition_failed"],
    },
    "GET /api/preview/enable": {
      summary: "Shows drafts to this browser for an hour, with the secret of the Studio.",
      query: object({ "sanity-preview-secret": string(), "sanity-preview-pathname": optional(string()) }),
      answers: { 307: null },
      rejects: ["preview_refused", "content_unavailable"],
    },
    "POST /api/preview/link": {
      summary: "Creates a link that shows drafts for a day. The browser has to see drafts already.",
      body: previewLinkInput,
      answers: { 200: object({ url: string(), expires_at: string() }) },
      rejects: ["preview_refused", "foreign_origin"],
    },
    "GET /api/preview/open": {
      summary: "Shows drafts to this browser until the link expires or the operator ends all links.",
      query: object({ token: string(), path: optional(string()) }),
      answers: { 307: null },
      rejects: ["preview_refused"],
    },
    "GET /api/preview/disable": {
      summary: "Ends the preview of this browser.",
      query: pathQuery,
      answers: { 307: null },
    },
    "POST /api/hydration-errors": {
      summary: "Logs that a page was changed before React hydrated it.",
      body: hydrationErrorInput,
      rejects: ["foreign_origin", "too_many_requests"],
    },
    "GET /api/health": {
      summary: "Returns what the edge can reach, at most 5 s old; 503 while the database is away.",
      answers: { 200: healthAnswer, 503: healthAnswer },
    },
    "GET /api/health/details": {
      summary: "Returns the same with times, the synthetic message and the spool.",
      answers: { 200: healthDetailsAnswer, 503: healthDetailsAnswer },
    },
    "GET /api/health/watch": {
      summary: "Returns what is known without waking the database, for uptime monitors.",
      answers: { 200: healthWatchAnswer, 503: healthWatchAnswer },
    },
    "POST /api/auth/signup": {
      summary:
        "Creates an account and mails its confirmation, while `SIGN_UP` is open. The default is closed.",
      query: redirectQuery,
      body: account.signUpInput,
      answers: { 200: answers.userAnswer },
      rejects: [
        "signup_disabled",
        "anonymous_provider_disabled",
        "phone_provider_disabled",
        "weak_password",
        "over_request_rate_limit",
      ],
    },
    "POST /api/auth/token": {
      summary: "Returns a session for `grant_type=password` or `grant_type=refresh_token`.",
      query: object({ grant_type: string() }),
      body: grant,
      answers: { 200: answers.sessionAnswer },
      rejects: [
        "invalid_credentials",
        "email_not_confirmed",
        "phone_provider_disabled",
        "over_request_rate_limit",
        "refresh_token_not_found",
        "refresh_token_already_used",
        "session_expired",
        "flow_state_not_found",
        "provider_disabled",
      ],
    },
    "POST /api/auth/recover": {
      summary: "Mails a link and a code for a new password.",
      query: redirectQuery,
      body: account.recoverInput,
      answers: { 200: answers.emptyAnswer },
      rejects: ["over_request_rate_limit"],
    },
    "POST /api/auth/resend": {
      summary: "Mails a confirmation again.",
      query: redirectQuery,
      body: account.resendInput,
      answers: { 200: answers.emptyAnswer },
      rejects: ["phone_provider_disabled", "over_request_rate_limit"],
    },
    "POST /api/auth/verify": {
      summary: "Spends the link or the code of a mail.",
      body: account.verifyInput,
      answers: { 200: v.union([answers.sessionAnswer, answers.halfConfirmedAnswer]) },
      rejects: ["otp_expired", "phone_provider_disabled", "over_request_rate_limit"],
    },
    "GET /api/auth/settings": {
      summary: "Returns which ways to sign in exist, and whether sign-up is open.",
      answers: { 200: answers.settingsAnswer },
    },
    "GET /api/auth/health": {
      summary: "Answers that the service runs.",
      answers: { 200: object({ name: string(), version: string(), description: string() }) },
    },
    "GET /api/auth/.well-known/jwks.json": {
      summary: "Returns the public keys of access tokens (RFC 7517).",
      answers: { 200: object({ keys: v.array(unknown()) }) },
    },
    "POST /api/auth/passkeys/authentication/options": {
      summary: "Returns a challenge for any passkey of the site.",
      answers: { 200: challenge },
    },
    "POST /api/auth/passkeys/authentication/verify": {
      summary: "Returns a session for the answer of a passkey, once for each challenge.",
      body: account.passkeySignInInput,
      answers: { 200: answers.sessionAnswer },
      rejects: [
        "webauthn_challenge_expired",
        "webauthn_challenge_not_found",
        "webauthn_verification_failed",
        "over_request_rate_limit",
      ],
    },
  },
  signature: {
    "POST /api/hooks/content": {
      summary: "Receives the CMS's webhook about published content and starts a build.",
      rejects: ["forged_signature", "replayed_request"],
    },
    "POST /api/hooks/mail": {
      summary:
        "Receives the mail provider's webhook: delivered, bounced, failed, complained or received. A repeated event gets the same answer and counts once.",
      rejects: ["forged_signature"],
    },
  },
  user: {
    "GET /api/profile": {
      summary: "Returns the role of the user, read from the database.",
      answers: { 200: answers.profileAnswer },
    },
    "GET /api/auth/user": {
      summary: "Returns the account.",
      answers: { 200: answers.userAnswer },
    },
    "PUT /api/auth/user": {
      summary:
        "Changes the address, password or metadata. Address and password require `current_password`, a passkey or a recovery mail within 15 minutes.",
      body: account.accountChangeInput,
      answers: { 200: answers.userAnswer },
      rejects: [
        "current_password_required",
        "current_password_invalid",
        "weak_password",
        "same_password",
        "phone_provider_disabled",
        "conflict",
        "insufficient_aal",
        "over_request_rate_limit",
      ],
    },
    "DELETE /api/auth/user": {
      summary: "Deletes the account.",
      body: account.accountDeletionInput,
      rejects: [
        "current_password_required",
        "current_password_invalid",
        "last_administrator",
        "conflict",
        "over_request_rate_limit",
        "insufficient_aal",
      ],
    },
    "POST /api/auth/logout": {
      summary: "Ends this session (`local`), the `others`, or all (`global`).",
      query: object({ scope: optional(picklist(["global", "local", "others"])) }),
      rejects: ["insufficient_aal"],
    },
    "GET /api/auth/sessions": {
      summary: "Lists the sessions of the account.",
      answers: { 200: answers.ownSessionsAnswer },
    },
    "DELETE /api/auth/sessions/:id": {
      summary: "Ends one session of the account.",
      rejects: ["insufficient_aal"],
    },
    "GET /api/auth/passkeys": {
      summary: "Lists the passkeys of the account.",
      answers: { 200: answers.passkeysAnswer },
    },
    "POST /api/auth/passkeys/registration/options": {
      summary:
        "Returns a challenge for a new passkey. A first passkey takes the current password, another one a passkey or a recovery code within 15 minutes.",
      body: account.passkeyOptionsInput,
      answers: { 200: challenge },
      rejects: ["current_password_invalid", ...passkeyAdditionErrors],
    },
    "POST /api/auth/passkeys/registration/verify": {
      summary:
        "Adds the passkey that answered, once for each challenge; at most ten. The session is the one that requested the challenge.",
      body: account.passkeyRegistrationInput,
      answers: { 200: answers.passkeyAnswer },
      rejects: [
        "webauthn_challenge_expired",
        "webauthn_challenge_not_found",
        "webauthn_credential_exists",
        "webauthn_verification_failed",
        ...passkeyAdditionErrors,
      ],
    },
    "PATCH /api/auth/passkeys/:id": {
      summary: "Names a passkey.",
      body: account.passkeyNameInput,
      answers: { 200: answers.passkeyAnswer },
      rejects: ["webauthn_credential_not_found", "insufficient_aal"],
    },
    "DELETE /api/auth/passkeys/:id": {
      summary:
        "Removes a passkey and ends the other sessions that it signed in. Requires a passkey or code within 15 minutes.",
      rejects: [
        "webauthn_credential_not_found",
        "passkey_too_new",
        "insufficient_aal",
        "last_passkey",
        "over_request_rate_limit",
      ],
    },
    "GET /api/auth/factors/recovery-codes": {
      summary: "Counts the recovery codes of the account, and the unused ones.",
      answers: { 200: answers.recoveryCodesAnswer },
    },
    "POST /api/auth/factors/recovery-codes": {
      summary:
        "Makes ten recovery codes and returns them once. Requires a passkey or code within 15 minutes.",
      answers: { 200: answers.recoveryCodesAnswer },
      rejects: [
        "mfa_verified_factor_exists",
        "insufficient_aal",
        "passkey_too_new",
        "over_request_rate_limit",
      ],
    },
    "POST /api/auth/factors/recovery-codes/regenerate": {
      summary: "Replaces the recovery codes and ends the other sessions that a code began.",
      answers: { 200: answers.recoveryCodesAnswer },
      rejects: ["mfa_factor_not_found", "insufficient_aal", "passkey_too_new", "over_request_rate_limit"],
    },
    "POST /api/auth/factors/recovery-codes/verify": {
      summary: "Returns a session that counts as one of a passkey. The session of the call ends.",
      body: account.recoveryCodeInput,
      answers: { 200: answers.sessionAnswer },
      rejects: ["mfa_verification_failed", "over_request_rate_limit"],
    },
    "DELETE /api/auth/factors/recovery-codes": {
      summary:
        "Removes the recovery codes and ends the other sessions that a code began. Requires a passkey or code within 15 minutes.",
      rejects: ["mfa_factor_not_found", "passkey_too_new", "insufficient_aal", "over_request_rate_limit"],
    },
  },
  administrator: {
    "GET /api/submissions": {
      summary: "Lists one page of the inbox, newest first.",
      query: submission.submissionListQuery,
      answers: { 200: v.union([answers.pageAnswer, answers.screenedPageAnswer]) },
      rejects: ["invalid_fields", "malformed_cursor"],
    },
    "GET /api/submissions/counts": {
      summary: "Counts the messages of each folder, with an ETag.",
      query: submission.submissionCountsQuery,
      answers: { 200: answers.countsAnswer, 304: null },
      rejects: ["invalid_fields"],
    },
    "GET /api/submissions/oldest-unanswered": {
      summary: "Finds the oldest unanswered message.",
      answers: { 200: answers.oldestUnansweredAnswer },
    },
    "GET /api/submissions/stats": {
      summary: "Counts messages by day, service and source, and the time to the first answer.",
      query: submission.submissionStatsQuery,
      answers: { 200: answers.statsAnswer },
      rejects: ["invalid_fields"],
    },
    "GET /api/submissions/export.csv": {
      summary:
        "Streams messages as CSV (RFC 4180): exact values for programs, or with `lang` local times and names.",
      query: submission.submissionExportQuery,
      answers: { 200: null },
      rejects: ["invalid_fields"],
    },
    "POST /api/submissions/bulk": {
      summary:
        "Marks, closes, assigns or deletes up to 500 messages by `ids`, or all messages that `matching` finds.",
      body: bulkInput,
      answers: { 200: v.union([answers.bulkAnswer, answers.matchingAnswer]) },
    },
    "GET /api/submissions/:id": {
      summary: "Returns a message.",
      query: submission.submissionQuery,
      answers: { 200: v.union([answers.submissionAnswer, answers.screenedSubmissionAnswer]) },
      rejects: ["invalid_fields"],
    },
    "PATCH /api/submissions/:id": {
      summary: "Sets the marks, the state or the owner of a message.",
      body: submission.submissionPatch,
      answers: { 200: answers.submissionAnswer },
    },
    "DELETE /api/submissions/:id": {
      summary: "Deletes a message permanently.",
    },
    "POST /api/submissions/:id/block": {
      summary: "Blocks the sender of a message and moves their messages to spam.",
      answers: { 200: answers.blockAnswer },
    },
    "GET /api/submissions/:id/entries": {
      summary: "Returns the conversation that a message began.",
      answers: { 200: conversation.conversationEntriesAnswer },
    },
    "POST /api/submissions/:id/answers": {
      summary:
        "Answers the sender by mail, ten seconds later. `Idempotency-Key` (a UUID) stores one answer. If the conversation has moved on, `newer` has the entries that the author has not seen.",
      body: conversation.answerInput,
      answers: { 201: conversation.entryAnswer },
      rejects: [
        "conversation_moved",
        "recipient_blocked",
        "recipient_is_spam",
        "already_taken_back",
        "idempotency_conflict",
      ],
    },
    "DELETE /api/submissions/:id/answers/:entry": {
      summary: "Takes an answer back within ten seconds, for its author.",
      rejects: ["already_sent"],
    },
    "POST /api/submissions/:id/answers/:entry/revoke": {
      summary: "Ends the link to the conversation in the mail of an answer.",
    },
    "POST /api/submissions/:id/entries/:entry/admit": {
      summary: "Makes the sender of a mail of somebody else a participant of the conversation.",
      answers: { 201: conversation.moveAnswer },
      rejects: ["recipient_is_spam"],
    },
    "POST /api/submissions/:id/entries/:entry/move": {
      summary:
        "Moves a text of the customer or a note to another conversation, or to one of its own if `to` is null.",
      body: conversation.moveInput,
      answers: { 201: conversation.moveAnswer },
      rejects: ["recipient_is_spam"],
    },
    "POST /api/submissions/:id/join": {
      summary: "Moves everything of a conversation to another one. The message becomes an entry.",
      body: conversation.joinInput,
      answers: { 201: conversation.moveAnswer },
      rejects: ["recipient_is_spam", "draft_conflict"],
    },
    "DELETE /api/moves/:id": {
      summary: "Undoes a join, a move or an admission of the last day.",
      rejects: ["cannot_undo"],
    },
    "POST /api/submissions/:id/notes": {
      summary: "Adds a note, which only administrators see.",
      body: conversation.noteInput,
      answers: { 201: conversation.entryAnswer },
    },
    "GET /api/attachments/:id": {
      summary: "Returns a file of a message or an entry, as a download.",
      answers: { 200: null },
    },
    "GET /api/submissions/:id/draft": {
      summary: "Returns the caller's draft in a conversation.",
      answers: { 200: conversation.draftAnswer },
    },
    "PUT /api/submissions/:id/draft": {
      summary: "Stores the caller's draft in a conversation, unless it was changed elsewhere.",
      body: conversation.draftInput,
      answers: { 200: conversation.draftAnswer },
      rejects: ["draft_conflict"],
    },
    "POST /api/submissions/:id/answered": {
      summary: "Records that the caller answered by WhatsApp or telephone.",
      body: conversation.answeredInput,
      answers: { 201: conversation.entryAnswer },
    },
    "GET /api/administrators": {
      summary: "Lists the administrators, the possible owners of a conversation.",
      answers: { 200: conversation.administratorsAnswer },
    },
    "GET /api/blocked-senders": {
      summary: "Lists the senders that were blocked last.",
      answers: { 200: answers.blockedSendersAnswer },
    },
    "DELETE /api/blocked-senders/:id": {
      summary: "Unblocks a sender. Their messages stay in spam.",
    },
    "GET /api/mail-alerts": {
      summary: "Lists what keeps mails from arriving at the company.",
      answers: { 200: answers.mailAlertsAnswer },
    },
    "DELETE /api/mail-alerts/:id": {
      summary: "Dismisses an alert.",
    },
    "GET /api/sign-in-rules": {
      summary: "Returns whether administrators need passkeys, and the administrators without one.",
      answers: { 200: answers.signInRulesAnswer },
    },
    "PUT /api/sign-in-rules": {
      summary:
        "Decides whether administrators need passkeys. Administrators without one have 24 hours to add it. Requires a passkey shown within 15 minutes.",
      body: account.signInRulesInput,
      answers: { 200: answers.signInRulesAnswer },
      rejects: ["passkey_too_new"],
    },
    "POST /api/sign-in-rules/first-passkeys": {
      summary:
        "Lets an administrator without passkey and recovery code add the first passkey within 24 hours. Requires a passkey shown within 15 minutes.",
      body: account.firstPasskeyInput,
      answers: { 200: answers.firstPasskeyAnswer },
      rejects: ["passkey_too_new", "too_many_requests"],
    },
    "POST /api/administrators/invitations": {
      summary:
        "Invites an administrator by mail; the invitation is valid for 72 hours. Requires a passkey shown within 15 minutes. The address of an administrator answers `not_found`.",
      body: account.invitationInput,
      answers: { 201: answers.invitationAnswer },
      rejects: ["passkey_too_new", "too_many_requests"],
    },
  },
};

/** Every call of the API, by method and path. */
export const calls: Record<string, Call> = Object.fromEntries(
  (Object.keys(callsByAccess) as Access[]).flatMap((access) =>
    Object.entries(callsByAccess[access]).map(([name, description]) => [
      name,
      { access, answers: { 204: null }, ...description },
    ]),
  ),
);

/** The problems of any call outside `/api/auth`. */
const commonProblems: ProblemCode[] = [
  "not_found",
  "method_not_allowed",
  "misdirected_request",
  "internal_error",
  "database_unavailable",
];
const bodyProblems: ProblemCode[] = [
  "malformed_request",
  "request_timeout",
  "body_too_large",
  "unsupported_media_type",
  "invalid_fields",
];
const commonAuthErrors: AuthErrorCode[] = ["not_found", "validation_failed", "unexpected_failure"];
const accessProblems: Record<Access, ProblemCode[]> = {
  anyone: [],
  signature: [],
  user: ["unauthenticated"],
  administrator: ["unauthenticated", "forbidden", "passkey_required"],
};

/** The errors of a call under `/api/auth` without a valid session. */
const accessErrors: AuthErrorCode[] = ["no_authorization", "bad_jwt", "session_not_found"];

const isAuth = (name: string): boolean => name.includes(" /api/auth/");

/** Returns every error code that a call can answer with. `name` is its method and path: `GET /api/submissions`. */
export function listErrorCodes(name: string): string[] {
  const call = calls[name];
  if (!call) return [];
  const { access, body, rejects = [] } = call;
  if (isAuth(name)) {
    const userErrors = access === "user" ? accessErrors : [];
    return [...rejects, ...commonAuthErrors, ...(body ? ["bad_json", "request_timeout"] : []), ...userErrors];
  }
  const readsBody = body !== undefined || access === "signature";
  return [
    ...(name.includes(":id") ? ["malformed_id"] : []),
    ...rejects,
    ...commonProblems,
    ...(readsBody ? bodyProblems : []),
    ...accessProblems[access],
  ];
}

/** Converts a schema to JSON Schema. A check that JSON Schema cannot express is omitted. */
const toSchema = (schema: Schema, typeMode: "input" | "output") => {
  const { $schema, ...rest } = toJsonSchema(schema, {
    typeMode,
    errorMode: "ignore",
    target: "draft-2020-12",
  });
  return rest;
};
const json = (schema: Schema, mode: "input" | "output") => ({ schema: toSchema(schema, mode) });

/** Returns the parameters of a call: those of its path, such as `:id`, and of its query. */
function toParameters(path: string, query: Schema | undefined) {
  const pathParameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const querySchema = query ? toSchema(query, "input") : {};
  const required = new Set(querySchema.required);
  const queryParameters = Object.entries(querySchema.properties ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.has(name),
    schema,
  }));
  return [...pathParameters, ...queryParameters];
}

/** Returns the error responses of a call, by status; under `/api/auth` one for all statuses. */
function toErrors(name: string) {
  const codes = listErrorCodes(name);
  if (isAuth(name)) {
    const content = { "application/json": { schema: { $ref: "#/components/schemas/AuthError" } } };
    return { default: { description: `An error of Supabase Auth: ${codes.join(", ")}`, content } };
  }
  const content = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };
  const byStatus = Map.groupBy(codes as ProblemCode[], (code) => problemStatus[code]);
  return Object.fromEntries(
    Array.from(byStatus, ([code, problems]) => [code, { description: problems.join(", "), content }]),
  );
}

const security: Record<Access, Record<string, string[]>[]> = {
  anyone: [],
  signature: [{ signature: [] }],
  user: [{ accessToken: [] }],
  administrator: [{ accessToken: [] }],
};

/** Describes one call as an operation of OpenAPI. */
function toOperation(name: string, call: Call) {
  const [, path = ""] = name.split(" ");
  const { body, isForm } = call;
  const content = body && {
    "application/json": json(body, "input"),
    ...(isForm && {
      "application/x-www-form-urlencoded": json(body, "input"),
      "multipart/form-data": json(body, "input"),
    }),
  };
  const successes = Object.entries(call.answers).map(([code, schema]) => [
    code,
    {
      description: code.startsWith("3") ? "Redirect or not modified" : "Success",
      ...(schema && { content: { "application/json": json(schema, "output") } }),
    },
  ]);
  const tag = path.split("/")[2] ?? "";
  return {
    summary: call.summary,
    operationId: name.replace(/[^A-Za-z]+(\w?)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [tag],
    parameters: toParameters(path, call.query),
    ...(content && { requestBody: { required: true, content } }),
    responses: { ...toErrors(name), ...Object.fromEntries(successes) },
    security: security[call.access],
  };
}

/** Returns the OpenAPI 3.1 description of the API, which `npm run openapi` writes and a test compares. */
export function describeApi(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, call] of Object.entries(calls)) {
    const [method = "", path = ""] = name.split(" ");
    const address = path.replace(/:(\w+)/g, "{$1}");
    paths[address] ??= {};
    paths[address][method.toLowerCase()] = toOperation(name, call);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "vitrina",
      version: "1",
      description:
        "JSON over HTTPS at the site's own origin. Errors outside `/api/auth` follow RFC 9457; `/api/auth` speaks the protocol of Supabase Auth.",
    },
    servers: [{ url: "/" }],
    paths,
    components: {
      schemas: {
        Problem: toSchema(answers.problemAnswer, "output"),
        AuthError: toSchema(answers.authErrorAnswer, "output"),
      },
      securitySchemes: {
        accessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        signature: { type: "apiKey", in: "header", name: "sanity-webhook-signature" },
      },
    },
  };
}

// Describes the API. The deployed Worker does not import this file: `npm run openapi` writes `docs/api/openapi.json`
// with it.
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { languages } from "#cms/content/site.ts";
import * as account from "./contract/account.schema.ts";
import * as answers from "./contract/answers.schema.ts";
import type { AuthErrorCode } from "./contract/auth-code.ts";
import { contactInput, linkInput } from "./contract/contact.schema.ts";
import { type ProblemCode, problemStatus } from "./contract/problem.ts";
import * as submission from "./contract/submission.schema.ts";
import { hydrationErrorInput } from "./site/hydration-errors-route.ts";
import { previewLinkInput } from "./site/preview/route.ts";

type Schema = v.GenericSchema;

/** Permitted callers: anyone, a signed-in user, an administrator, or a service that signs its body. */
type Access = "anyone" | "user" | "administrator" | "signature";

/** A call of the API. */
export type Call = {
  access: Access;
  /** The effect of the call, in one sentence. */
  summary: string;
  query?: Schema;
  body?: Schema;
  /** The call accepts the same fields as `application/x-www-form-urlencoded`. */
  isForm?: true;
  /** The schema of each successful answer by status; null for an answer without a schema. */
  answers: Record<number, Schema | null>;
  /** The codes of its own errors. Every call also answers with the codes of `commonProblems`. */
  rejects?: readonly (ProblemCode | AuthErrorCode)[];
};

const { nullable, object, optional, picklist, string, unknown } = v;
const status = picklist(["ok", "degraded"]);
const database = picklist(["ok", "unavailable"]);
const checkStatus = (...values: string[]) => picklist(["ok", "unknown", ...values]);
const cron = object({ status: checkStatus("late"), last_run_at: nullable(string()) });
const canary = object({
  status: checkStatus("failed", "late", "off"),
  last_back_at: nullable(string()),
  failed: nullable(object({ stage: string(), at: string() })),
});
const spool = object({
  status: checkStatus("late", "stuck"),
  oldest_at: nullable(string()),
  stuck: v.number(),
});
const health = object({
  status,
  database,
  content: database,
  mail: checkStatus("late"),
  cron: checkStatus("late"),
});
const healthDetails = object({
  status,
  database,
  content: database,
  cron,
  canary,
  spool,
  mail: object({ status: checkStatus("late"), oldest_due_at: nullable(string()) }),
});
const challenge = object({ challenge_id: string(), options: unknown(), expires_at: v.number() });
const redirectQuery = object({ redirect_to: optional(string()) });
const pathQuery = object({ path: optional(string()) });
const grant = v.union([account.passwordGrantInput, account.refreshGrantInput]);
const bulkInput = v.union([
  submission.submissionBulk.getter({}),
  submission.submissionBulk.getter({ matching: {} }),
]);

/** Every call of the API, by method and path. */
export const calls: Record<string, Call> = {
  "POST /api/contact": {
    access: "anyone",
    summary:
      "Stores a contact message: 201, or 202 while the database is away. `Idempotency-Key` (a UUID) repeats the first answer. A form without JavaScript is answered with 303 to the contact page.",
    body: contactInput,
    isForm: true,
    answers: { 201: answers.receiptAnswer, 202: answers.receiptAnswer, 303: null },
    rejects: ["idempotency_conflict", "foreign_origin", "too_many_requests"],
  },
  "GET /api/contact/form-stamp": {
    access: "anyone",
    summary:
      "Returns the signed time at which a form was opened, and the site key of Turnstile if the site uses it.",
    answers: { 200: answers.formStampAnswer },
  },
  "POST /api/contact/handed": {
    access: "anyone",
    summary: "Stores a message that only a mail has kept, by the token of the link in that mail.",
    body: linkInput,
    answers: { 201: answers.receiptAnswer },
  },
  "POST /api/contact/own": {
    access: "anyone",
    summary:
      "Returns the reference, date and retention of the message of a sender's link. It returns no text of the message, because the address may be mistyped.",
    body: linkInput,
    answers: { 200: answers.ownMessageAnswer },
    rejects: ["message_gone", "too_many_requests"],
  },
  "POST /api/contact/own/erase": {
    access: "anyone",
    summary: "Erases the message of a sender's link and mails the sender.",
    body: linkInput,
    answers: { 204: null },
    rejects: ["message_gone", "too_many_requests"],
  },
  "GET /api/content/:page": {
    access: "anyone",
    summary: "Returns the published content of a page in one language, at most 5 s old, with its ETag.",
    query: object({ lang: optional(picklist(languages)) }),
    answers: { 200: object({ revision: string(), page: unknown() }), 304: null },
    rejects: ["invalid_fields", "content_unavailable", "precondition_failed"],
  },
  "POST /api/hooks/content": {
    access: "signature",
    summary: "Receives the CMS's webhook about published content and starts a build.",
    answers: { 204: null },
    rejects: ["forged_signature", "replayed_request"],
  },
  "POST /api/hooks/mail": {
    access: "signature",
    summary:
      "Receives the mail provider's webhook: delivered, bounced, failed or complained. A repeated event gets the same answer and counts once.",
    answers: { 204: null },
    rejects: ["forged_signature"],
  },
  "GET /api/preview/enable": {
    access: "anyone",
    summary: "Shows drafts to this browser for an hour, with the secret of the Studio.",
    query: object({ "sanity-preview-secret": string(), "sanity-preview-pathname": optional(string()) }),
    answers: { 307: null },
    rejects: ["preview_refused", "content_unavailable"],
  },
  "POST /api/preview/link": {
    access: "anyone",
    summary: "Creates a link that shows drafts for a day. The browser has to see drafts already.",
    body: previewLinkInput,
    answers: { 200: object({ url: string(), expires_at: string() }) },
    rejects: ["preview_refused", "foreign_origin"],
  },
  "GET /api/preview/open": {
    access: "anyone",
    summary: "Shows drafts to this browser until the link expires or the operator ends all links.",
    query: object({ token: string(), path: optional(string()) }),
    answers: { 307: null },
    rejects: ["preview_refused"],
  },
  "GET /api/preview/disable": {
    access: "anyone",
    summary: "Ends the preview of this browser.",
    query: pathQuery,
    answers: { 307: null },
  },
  "POST /api/hydration-errors": {
    access: "anyone",
    summary: "Logs that a page was changed before React hydrated it.",
    body: hydrationErrorInput,
    answers: { 204: null },
    rejects: ["foreign_origin", "too_many_requests"],
  },
  "GET /api/health": {
    access: "anyone",
    summary: "Returns what the edge can reach, at most 5 s old; 503 while the database is away.",
    answers: { 200: health, 503: health },
  },
  "GET /api/health/details": {
    access: "anyone",
    summary: "Returns the same with times, the synthetic message and the spool.",
    answers: { 200: healthDetails, 503: healthDetails },
  },
  "GET /api/health/watch": {
    access: "anyone",
    summary: "Returns what is known without waking the database, for uptime monitors.",
    answers: { 200: object({ cron, canary, spool }), 503: object({ cron, canary, spool }) },
  },
  "GET /api/profile": {
    access: "user",
    summary: "Returns the role of the user, read from the database.",
    answers: { 200: answers.profileAnswer },
  },
  "GET /api/submissions": {
    access: "administrator",
    summary: "Lists one page of the inbox, newest first.",
    query: submission.submissionListQuery,
    answers: { 200: v.union([answers.pageAnswer, answers.screenedPageAnswer]) },
    rejects: ["invalid_fields", "malformed_cursor"],
  },
  "GET /api/submissions/counts": {
    access: "administrator",
    summary: "Counts the messages of each folder, with an ETag.",
    query: submission.submissionCountsQuery,
    answers: { 200: answers.countsAnswer, 304: null },
    rejects: ["invalid_fields"],
  },
  "GET /api/submissions/stats": {
    access: "administrator",
    summary: "Counts messages by day, service and source.",
    query: submission.submissionStatsQuery,
    answers: { 200: answers.statsAnswer },
    rejects: ["invalid_fields"],
  },
  "GET /api/submissions/export.csv": {
    access: "administrator",
    summary:
      "Streams messages as CSV (RFC 4180): exact values for programs, or with `lang` local times and names.",
    query: submission.submissionExportQuery,
    answers: { 200: null },
    rejects: ["invalid_fields"],
  },
  "POST /api/submissions/bulk": {
    access: "administrator",
    summary: "Marks or deletes up to 500 messages by `ids`, or all messages that `matching` finds.",
    body: bulkInput,
    answers: { 200: v.union([answers.bulkAnswer, answers.matchingAnswer]) },
  },
  "GET /api/submissions/:id": {
    access: "administrator",
    summary: "Returns a message.",
    query: submission.submissionQuery,
    answers: { 200: v.union([answers.submissionAnswer, answers.screenedSubmissionAnswer]) },
    rejects: ["malformed_id", "invalid_fields"],
  },
  "PATCH /api/submissions/:id": {
    access: "administrator",
    summary: "Marks a message as read or unread, spam or not.",
    body: submission.submissionPatch,
    answers: { 200: answers.submissionAnswer },
    rejects: ["malformed_id"],
  },
  "DELETE /api/submissions/:id": {
    access: "administrator",
    summary: "Deletes a message permanently.",
    answers: { 204: null },
    rejects: ["malformed_id"],
  },
  "POST /api/submissions/:id/block": {
    access: "administrator",
    summary: "Blocks the sender of a message and moves their messages to spam.",
    answers: { 200: answers.blockAnswer },
    rejects: ["malformed_id"],
  },
  "GET /api/blocked-senders": {
    access: "administrator",
    summary: "Lists the senders that were blocked last.",
    answers: { 200: answers.blockedSendersAnswer },
  },
  "DELETE /api/blocked-senders/:id": {
    access: "administrator",
    summary: "Unblocks a sender. Their messages stay in spam.",
    answers: { 204: null },
    rejects: ["malformed_id"],
  },
  "GET /api/mail-alerts": {
    access: "administrator",
    summary: "Lists what keeps mails from arriving at the company.",
    answers: { 200: answers.mailAlertsAnswer },
  },
  "DELETE /api/mail-alerts/:id": {
    access: "administrator",
    summary: "Dismisses an alert.",
    answers: { 204: null },
    rejects: ["malformed_id"],
  },
  "GET /api/sign-in-rules": {
    access: "administrator",
    summary: "Returns whether administrators need passkeys, and how many have one.",
    answers: { 200: answers.signInRulesAnswer },
  },
  "PUT /api/sign-in-rules": {
    access: "administrator",
    summary: "Decides whether administrators need passkeys. Requires a passkey shown within 15 minutes.",
    body: account.signInRulesInput,
    answers: { 200: answers.signInRulesAnswer },
  },
  "POST /api/sign-in-rules/first-passkeys": {
    access: "administrator",
    summary:
      "Lets an administrator without passkey and recovery code add the first passkey within 24 hours. Requires a passkey shown within 15 minutes.",
    body: account.firstPasskeyInput,
    answers: { 200: answers.firstPasskeyAnswer },
    rejects: ["too_many_requests"],
  },
  "POST /api/administrators/invitations": {
    access: "administrator",
    summary:
      "Invites an administrator by mail; the invitation is valid for 72 hours. Requires a passkey shown within 15 minutes. The address of an administrator answers `not_found`.",
    body: account.invitationInput,
    answers: { 201: answers.invitationAnswer },
    rejects: ["too_many_requests"],
  },
  "POST /api/auth/signup": {
    access: "anyone",
    summary: "Creates an account and mails its confirmation, while `SIGN_UP` is open. The default is closed.",
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
    access: "anyone",
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
    access: "anyone",
    summary: "Mails a link and a code for a new password.",
    query: redirectQuery,
    body: account.recoverInput,
    answers: { 200: answers.emptyAnswer },
    rejects: ["over_request_rate_limit"],
  },
  "POST /api/auth/resend": {
    access: "anyone",
    summary: "Mails a confirmation again.",
    query: redirectQuery,
    body: account.resendInput,
    answers: { 200: answers.emptyAnswer },
    rejects: ["phone_provider_disabled", "over_request_rate_limit"],
  },
  "POST /api/auth/verify": {
    access: "anyone",
    summary: "Spends the link or the code of a mail.",
    body: account.verifyInput,
    answers: { 200: v.union([answers.sessionAnswer, answers.halfConfirmedAnswer]) },
    rejects: ["otp_expired", "phone_provider_disabled", "over_request_rate_limit"],
  },
  "GET /api/auth/settings": {
    access: "anyone",
    summary: "Returns which ways to sign in exist, and whether sign-up is open.",
    answers: { 200: answers.settingsAnswer },
  },
  "GET /api/auth/health": {
    access: "anyone",
    summary: "Answers that the service runs.",
    answers: { 200: object({ name: string(), version: string(), description: string() }) },
  },
  "GET /api/auth/.well-known/jwks.json": {
    access: "anyone",
    summary: "Returns the public keys of access tokens (RFC 7517).",
    answers: { 200: object({ keys: v.array(unknown()) }) },
  },
  "GET /api/auth/user": {
    access: "user",
    summary: "Returns the account.",
    answers: { 200: answers.userAnswer },
  },
  "PUT /api/auth/user": {
    access: "user",
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
    access: "user",
    summary: "Deletes the account.",
    body: account.accountDeletionInput,
    answers: { 204: null },
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
    access: "user",
    summary: "Ends this session (`local`), the `others`, or all (`global`).",
    query: object({ scope: optional(picklist(["global", "local", "others"])) }),
    answers: { 204: null },
    rejects: ["insufficient_aal"],
  },
  "GET /api/auth/sessions": {
    access: "user",
    summary: "Lists the sessions of the account.",
    answers: { 200: answers.ownSessionsAnswer },
  },
  "DELETE /api/auth/sessions/:id": {
    access: "user",
    summary: "Ends one session of the account.",
    answers: { 204: null },
    rejects: ["insufficient_aal"],
  },
  "POST /api/auth/passkeys/authentication/options": {
    access: "anyone",
    summary: "Returns a challenge for any passkey of the site.",
    answers: { 200: challenge },
  },
  "POST /api/auth/passkeys/authentication/verify": {
    access: "anyone",
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
  "GET /api/auth/passkeys": {
    access: "user",
    summary: "Lists the passkeys of the account.",
    answers: { 200: answers.passkeysAnswer },
  },
  "POST /api/auth/passkeys/registration/options": {
    access: "user",
    summary: "Returns a challenge for a new passkey. Requires a sign-in within 15 minutes.",
    answers: { 200: challenge },
    rejects: ["reauthentication_needed", "insufficient_aal", "too_many_passkeys"],
  },
  "POST /api/auth/passkeys/registration/verify": {
    access: "user",
    summary:
      "Adds the passkey that answered, once for each challenge; at most ten. Requires a sign-in within 15 minutes.",
    body: account.passkeyRegistrationInput,
    answers: { 200: answers.passkeyAnswer },
    rejects: [
      "webauthn_challenge_expired",
      "webauthn_challenge_not_found",
      "webauthn_credential_exists",
      "webauthn_verification_failed",
      "reauthentication_needed",
      "insufficient_aal",
      "too_many_passkeys",
      "over_request_rate_limit",
    ],
  },
  "PATCH /api/auth/passkeys/:id": {
    access: "user",
    summary: "Names a passkey.",
    body: account.passkeyNameInput,
    answers: { 200: answers.passkeyAnswer },
    rejects: ["webauthn_credential_not_found", "insufficient_aal"],
  },
  "DELETE /api/auth/passkeys/:id": {
    access: "user",
    summary:
      "Removes a passkey and ends the other sessions that it signed in. Requires a sign-in within 15 minutes.",
    answers: { 204: null },
    rejects: [
      "webauthn_credential_not_found",
      "reauthentication_needed",
      "insufficient_aal",
      "last_passkey",
      "over_request_rate_limit",
    ],
  },
  "GET /api/auth/factors/recovery-codes": {
    access: "user",
    summary: "Counts the recovery codes of the account, and the unused ones.",
    answers: { 200: answers.recoveryCodesAnswer },
  },
  "POST /api/auth/factors/recovery-codes": {
    access: "user",
    summary: "Makes ten recovery codes and returns them once. Requires a passkey or code within 15 minutes.",
    answers: { 200: answers.recoveryCodesAnswer },
    rejects: ["mfa_verified_factor_exists", "insufficient_aal", "over_request_rate_limit"],
  },
  "POST /api/auth/factors/recovery-codes/regenerate": {
    access: "user",
    summary: "Replaces the recovery codes and ends the other sessions that a code began.",
    answers: { 200: answers.recoveryCodesAnswer },
    rejects: ["mfa_factor_not_found", "insufficient_aal", "over_request_rate_limit"],
  },
  "POST /api/auth/factors/recovery-codes/verify": {
    access: "user",
    summary: "Returns a session that counts as one of a passkey. The session of the call ends.",
    body: account.recoveryCodeInput,
    answers: { 200: answers.sessionAnswer },
    rejects: ["mfa_verification_failed", "over_request_rate_limit"],
  },
  "DELETE /api/auth/factors/recovery-codes": {
    access: "user",
    summary:
      "Removes the recovery codes and ends the other sessions that a code began. Requires a sign-in within 15 minutes.",
    answers: { 204: null },
    rejects: [
      "mfa_factor_not_found",
      "reauthentication_needed",
      "insufficient_aal",
      "over_request_rate_limit",
    ],
  },
};

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
export const accessErrors: AuthErrorCode[] = ["no_authorization", "bad_jwt", "session_not_found"];

const isAuth = (name: string): boolean => name.includes(" /api/auth/");

/** Returns every error code that a call can answer with. */
export function listErrorCodes(name: string): string[] {
  const call = calls[name];
  if (!call) return [];
  const { access, body, rejects = [] } = call;
  if (isAuth(name)) {
    const userErrors = access === "user" ? accessErrors : [];
    return [...rejects, ...commonAuthErrors, ...(body ? ["bad_json", "request_timeout"] : []), ...userErrors];
  }
  const readsBody = body !== undefined || access === "signature";
  return [...rejects, ...commonProblems, ...(readsBody ? bodyProblems : []), ...accessProblems[access]];
}

const toSchema = (schema: Schema, typeMode: "input" | "output") => {
  const { $schema, ...rest } = toJsonSchema(schema, {
    typeMode,
    errorMode: "ignore",
    target: "draft-2020-12",
  });
  return rest;
};
const json = (schema: Schema, mode: "input" | "output") => ({ schema: toSchema(schema, mode) });

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

function toOperation(name: string, call: Call) {
  const [, path = ""] = name.split(" ");
  const { body, isForm } = call;
  const content = body && {
    "application/json": json(body, "input"),
    ...(isForm && { "application/x-www-form-urlencoded": json(body, "input") }),
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

/** Returns the OpenAPI 3.1 description of the API. */
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

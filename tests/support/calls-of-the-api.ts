import { bodyLimit } from "#functions/kernel/http/body.ts";
import { createContentHook } from "./content-hook.ts";
import { createMailHook, otherMailSecret } from "./mail-hook.ts";

/** The roles with which tests call the API. */
export const roles = [
  "nobody",
  "a malformed token",
  "an expired token",
  "a user",
  "an administrator",
  "an administrator whose session has ended",
  "an administrator whose role was taken away",
] as const;
export type CallerRole = (typeof roles)[number];

/** The status of an answer, with the code of an error. */
type CallOutcome = `${number}` | `${number} ${string}`;

const createRefusals = (outcome: CallOutcome, ...refusedRoles: CallerRole[]) =>
  refusedRoles.map((role) => [role, outcome] as const);
const withoutSession = ["nobody", "a malformed token", "an expired token"] as const;
export const endedSessionRole: CallerRole = "an administrator whose session has ended";

/** The answers to roles without permission, whatever they send. */
export const refusals = {
  anyone: new Map<CallerRole, CallOutcome>(),
  "who is signed in": new Map(createRefusals("401 unauthenticated", ...withoutSession, endedSessionRole)),
  administrators: new Map([
    ...createRefusals("401 unauthenticated", ...withoutSession, endedSessionRole),
    ...createRefusals("403 forbidden", "a user", "an administrator whose role was taken away"),
  ]),
  // These answers follow Supabase Auth.
  "the account's owner": new Map([
    ...createRefusals("401 no_authorization", "nobody"),
    ...createRefusals("403 bad_jwt", "a malformed token", "an expired token"),
    ...createRefusals("403 session_not_found", endedSessionRole),
  ]),
} satisfies Record<string, Map<CallerRole, CallOutcome>>;
type CallerGroup = keyof typeof refusals;

type RequestFactory = () => RequestInit | Promise<RequestInit>;
/** A request: an addition to the row's path or a value for its parameter, and the outcome for permitted roles. */
type ExpectedRequest = { outcome: CallOutcome; sent?: RequestFactory; query?: string; parameter?: string };
export type CallExpectation = { who: CallerGroup; asked: ExpectedRequest[] };

/** An id that no row has. */
export const unusedId = "6f0c1f0e-52f7-4c0b-9d52-0d6c1b0a7a11";
const text =
  (type: string, body: string): RequestFactory =>
  () => ({ headers: { "Content-Type": type }, body });
const fields = (body: unknown): RequestFactory => text("application/json", JSON.stringify(body));
/** Invalid bodies of every kind. The first one has invalid fields. */
const invalidBodies: RequestFactory[] = [
  fields({ nothing: "known" }),
  text("text/plain", "{}"),
  text("application/json", " ".repeat(bodyLimit + 1)),
  text("application/json", "{"),
  () => ({}),
];
const invalidIds = ["7", "' or true --", "\0"].map(encodeURIComponent);

const expectRequests = (callers: CallerGroup, ...requests: ExpectedRequest[]): CallExpectation => ({
  who: callers,
  asked: requests,
});
const expectAlways = (callers: CallerGroup, outcome: CallOutcome): CallExpectation =>
  expectRequests(callers, { outcome });
/** Expects the same outcome for every body. */
const expectForAnyBody = (outcome: CallOutcome): ExpectedRequest[] =>
  invalidBodies.map((createRequest) => ({ outcome, sent: createRequest }));
const expectForBodies = (
  unknownFields: CallOutcome,
  type: CallOutcome,
  large: CallOutcome,
  broken: CallOutcome,
  query = "",
) =>
  [unknownFields, type, large, broken, type].map((outcome, index) => ({
    ...{ outcome, query, sent: invalidBodies[index] as RequestFactory },
  }));
const expectForInvalidBodies = (unknownFields: CallOutcome = "422 invalid_fields"): ExpectedRequest[] =>
  expectForBodies(unknownFields, "415 unsupported_media_type", "413 body_too_large", "400 malformed_request");
const expectForAccountBodies = (unknownFields: CallOutcome, query = ""): ExpectedRequest[] =>
  expectForBodies(unknownFields, "415 bad_json", "413 validation_failed", "400 bad_json", query);
const expectForInvalidIds = (
  outcome: CallOutcome,
  createRequest: RequestFactory = () => ({}),
): ExpectedRequest[] => invalidIds.map((parameter) => ({ outcome, parameter, sent: createRequest }));
const expectNotOffered = (outcome: CallOutcome): CallExpectation =>
  expectRequests("the account's owner", ...expectForAnyBody(outcome));

const noFactor = expectNotOffered("404 mfa_factor_not_found");
const noApplications = expectNotOffered("422 provider_disabled");
const noProviders = expectRequests("anyone", ...expectForAnyBody("400 provider_disabled"));

/** Every call of the API, with its expected answers. */
export const callExpectations: Record<string, CallExpectation> = {
  "POST /api/contact": expectRequests("anyone", ...expectForInvalidBodies()),
  "GET /api/contact/form-stamp": expectAlways("anyone", "200"),
  "POST /api/contact/handed": expectRequests("anyone", ...expectForInvalidBodies()),
  "POST /api/contact/own": expectRequests("anyone", ...expectForInvalidBodies()),
  "POST /api/contact/own/erase": expectRequests("anyone", ...expectForInvalidBodies()),
  "GET /api/content/:page": expectRequests(
    "anyone",
    { outcome: "200", parameter: "home" },
    { outcome: "404 not_found", parameter: "..%2f" },
    { outcome: "422 invalid_fields", parameter: "home", query: "?lang=fr" },
  ),
  "GET /api/health": expectAlways("anyone", "200"),
  "GET /api/health/details": expectAlways("anyone", "200"),
  "GET /api/health/watch": expectAlways("anyone", "200"),
  "POST /api/hooks/content": expectRequests(
    "anyone",
    { outcome: "204", sent: createContentHook },
    { outcome: "401 forged_signature", sent: () => createContentHook({ secret: "another" }) },
    ...expectForAnyBody("401 forged_signature"),
  ),
  "POST /api/hooks/mail": expectRequests(
    "anyone",
    { outcome: "204", sent: () => createMailHook("email.opened", {}) },
    {
      outcome: "401 forged_signature",
      sent: () => createMailHook("email.opened", {}, { secret: otherMailSecret }),
    },
    ...expectForAnyBody("401 forged_signature"),
  ),
  "GET /api/mail-alerts": expectAlways("administrators", "200"),
  "DELETE /api/mail-alerts/:id": expectRequests(
    "administrators",
    { outcome: "404 not_found" },
    ...expectForInvalidIds("400 malformed_id"),
  ),
  "GET /api/preview/disable": expectAlways("anyone", "307"),
  "GET /api/preview/enable": expectAlways("anyone", "404 not_found"),
  "GET /api/preview/open": expectAlways("anyone", "401 preview_refused"),
  "POST /api/preview/link": expectRequests("anyone", ...expectForAnyBody("401 preview_refused")),
  "GET /api/profile": expectAlways("who is signed in", "200"),

  "GET /api/sign-in-rules": expectAlways("administrators", "200"),
  "PUT /api/sign-in-rules": expectRequests(
    "administrators",
    { outcome: "403 passkey_required", sent: fields({ administrators_need_passkeys: false }) },
    ...expectForInvalidBodies(),
  ),
  "POST /api/sign-in-rules/first-passkeys": expectRequests(
    "administrators",
    { outcome: "403 passkey_required", sent: fields({ email: "ana@guaria.example" }) },
    ...expectForInvalidBodies(),
  ),

  "POST /api/administrators/invitations": expectRequests(
    "administrators",
    { outcome: "403 passkey_required", sent: fields({ email: "ana@guaria.example" }) },
    ...expectForInvalidBodies(),
  ),

  "GET /api/submissions": expectRequests(
    "administrators",
    { outcome: "200" },
    { outcome: "422 invalid_fields", query: "?limit=0" },
    { outcome: "422 invalid_fields", query: "?nothing=known" },
    { outcome: "422 invalid_fields", query: "?service=x" },
    { outcome: "400 malformed_cursor", query: "?cursor=x" },
  ),
  "GET /api/submissions/counts": expectRequests(
    "administrators",
    { outcome: "200" },
    { outcome: "422 invalid_fields", query: "?from=x" },
  ),
  "GET /api/submissions/stats": expectRequests(
    "administrators",
    { outcome: "200" },
    { outcome: "422 invalid_fields", query: "?days=x" },
  ),
  "GET /api/submissions/export.csv": expectRequests(
    "administrators",
    { outcome: "200" },
    { outcome: "422 invalid_fields", query: "?filter=x" },
  ),
  "POST /api/submissions/bulk": expectRequests(
    "administrators",
    { outcome: "200", sent: fields({ ids: [unusedId], action: "read" }) },
    ...expectForInvalidBodies(),
  ),
  "GET /api/submissions/:id": expectRequests(
    "administrators",
    { outcome: "404 not_found" },
    { outcome: "422 invalid_fields", query: "?include=x" },
    ...expectForInvalidIds("400 malformed_id"),
  ),
  "PATCH /api/submissions/:id": expectRequests(
    "administrators",
    { outcome: "404 not_found", sent: fields({ read: true }) },
    ...expectForInvalidBodies(),
    ...invalidBodies.flatMap((createRequest) => expectForInvalidIds("400 malformed_id", createRequest)),
  ),
  "POST /api/submissions/:id/block": expectRequests(
    "administrators",
    { outcome: "404 not_found" },
    ...expectForInvalidIds("400 malformed_id"),
  ),
  "GET /api/blocked-senders": expectAlways("administrators", "200"),
  "DELETE /api/blocked-senders/:id": expectRequests(
    "administrators",
    { outcome: "404 not_found" },
    ...expectForInvalidIds("400 malformed_id"),
  ),
  "DELETE /api/submissions/:id": expectRequests(
    "administrators",
    { outcome: "404 not_found" },
    ...expectForInvalidIds("400 malformed_id"),
  ),

  "POST /api/hydration-errors": expectRequests(
    "anyone",
    { outcome: "204", sent: fields({ path: "/contacto", error: 418 }) },
    { outcome: "422 invalid_fields", sent: fields({ path: "https://a.example", error: 418 }) },
    ...expectForInvalidBodies(),
  ),
  "POST /api/auth/signup": expectRequests("anyone", ...expectForAccountBodies("400 validation_failed")),
  "POST /api/auth/token": expectRequests(
    "anyone",
    ...expectForAnyBody("400 invalid_credentials"),
    ...expectForAccountBodies("400 validation_failed", "?grant_type=password"),
    ...expectForAccountBodies("400 validation_failed", "?grant_type=refresh_token"),
  ),
  "POST /api/auth/recover": expectRequests("anyone", ...expectForAccountBodies("400 validation_failed")),
  "POST /api/auth/resend": expectRequests("anyone", ...expectForAccountBodies("400 validation_failed")),
  "POST /api/auth/verify": expectRequests("anyone", ...expectForAccountBodies("400 validation_failed")),
  "GET /api/auth/settings": expectAlways("anyone", "200"),
  "GET /api/auth/health": expectAlways("anyone", "200"),
  "GET /api/auth/.well-known/jwks.json": expectAlways("anyone", "200"),
  "GET /api/auth/user": expectAlways("the account's owner", "200"),
  "PUT /api/auth/user": expectRequests("the account's owner", ...expectForAccountBodies("200")),
  "DELETE /api/auth/user": expectRequests(
    "the account's owner",
    ...expectForAccountBodies("400 current_password_required"),
  ),
  "POST /api/auth/logout": expectRequests(
    "the account's owner",
    { outcome: "204", query: "?scope=others" },
    { outcome: "400 validation_failed", query: "?scope=x" },
  ),
  "GET /api/auth/sessions": expectAlways("the account's owner", "200"),
  "DELETE /api/auth/sessions/:id": expectRequests(
    "the account's owner",
    { outcome: "404 not_found" },
    ...expectForInvalidIds("404 not_found"),
  ),

  "POST /api/auth/otp": expectRequests("anyone", ...expectForAccountBodies("422 otp_disabled")),
  "POST /api/auth/magiclink": expectRequests("anyone", ...expectForAnyBody("422 otp_disabled")),
  "GET /api/auth/reauthenticate": expectAlways("the account's owner", "422 otp_disabled"),
  "GET /api/auth/authorize": expectAlways("anyone", "400 provider_disabled"),
  "GET /api/auth/callback": expectAlways("anyone", "400 provider_disabled"),
  "POST /api/auth/callback": noProviders,
  "POST /api/auth/sso": expectRequests("anyone", ...expectForAnyBody("404 saml_provider_disabled")),
  "GET /api/auth/user/identities/authorize": expectAlways(
    "the account's owner",
    "404 manual_linking_disabled",
  ),
  "DELETE /api/auth/user/identities/:id": expectNotOffered("404 manual_linking_disabled"),
  "POST /api/auth/factors": expectRequests(
    "the account's owner",
    { outcome: "422 mfa_totp_enroll_not_enabled", sent: fields({ factor_type: "totp" }) },
    ...expectForAccountBodies("422 validation_failed"),
  ),
  "GET /api/auth/factors/recovery-codes": expectAlways("the account's owner", "200"),
  "POST /api/auth/factors/recovery-codes/regenerate": expectAlways(
    "the account's owner",
    "403 insufficient_aal",
  ),
  "POST /api/auth/factors/recovery-codes/verify": expectRequests(
    "the account's owner",
    ...expectForAccountBodies("422 mfa_verification_failed"),
  ),
  "POST /api/auth/factors/recovery-codes": expectAlways("the account's owner", "403 insufficient_aal"),
  "DELETE /api/auth/factors/recovery-codes": expectAlways("the account's owner", "404 mfa_factor_not_found"),
  "DELETE /api/auth/factors/:id": noFactor,
  "POST /api/auth/factors/:id/challenge": noFactor,
  "POST /api/auth/factors/:id/verify": noFactor,
  "GET /api/auth/passkeys": expectAlways("the account's owner", "200"),
  "PATCH /api/auth/passkeys/:id": expectRequests(
    "the account's owner",
    { outcome: "404 webauthn_credential_not_found", sent: fields({ friendly_name: "a" }) },
    ...expectForAccountBodies("422 validation_failed"),
  ),
  "DELETE /api/auth/passkeys/:id": expectRequests(
    "the account's owner",
    { outcome: "404 webauthn_credential_not_found" },
    ...expectForInvalidIds("404 webauthn_credential_not_found"),
  ),
  "POST /api/auth/passkeys/registration/options": expectAlways("the account's owner", "200"),
  "POST /api/auth/passkeys/registration/verify": expectRequests(
    "the account's owner",
    ...expectForAccountBodies("422 validation_failed"),
  ),
  "POST /api/auth/passkeys/authentication/options": expectAlways("anyone", "200"),
  "POST /api/auth/passkeys/authentication/verify": expectRequests(
    "anyone",
    ...expectForAccountBodies("422 validation_failed"),
  ),
  "GET /api/auth/oauth/authorizations/:id": expectAlways("the account's owner", "422 provider_disabled"),
  "POST /api/auth/oauth/authorizations/:id/consent": noApplications,
  "GET /api/auth/user/oauth/grants": expectAlways("the account's owner", "422 provider_disabled"),
  "DELETE /api/auth/user/oauth/grants": noApplications,
  "POST /api/auth/invite": expectNotOffered("403 not_admin"),
  "ALL /api/auth/admin/*": expectAlways("the account's owner", "403 not_admin"),
};

import { bodyLimit } from "#functions/kernel/http/body.ts";
import { contentHook } from "./content-hook.ts";
import { mailHook, otherMailSecret } from "./mail-hook.ts";

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
export type Role = (typeof roles)[number];

/** The status of an answer, with the code of an error. */
type Outcome = `${number}` | `${number} ${string}`;

const not = (outcome: Outcome, ...refused: Role[]) => refused.map((role) => [role, outcome] as const);
const withoutSession = ["nobody", "a malformed token", "an expired token"] as const;
export const ended: Role = "an administrator whose session has ended";

/** The answers to roles without permission, whatever they send. */
export const refusals = {
  anyone: new Map<Role, Outcome>(),
  "who is signed in": new Map(not("401 unauthenticated", ...withoutSession, ended)),
  administrators: new Map([
    ...not("401 unauthenticated", ...withoutSession, ended),
    ...not("403 forbidden", "a user", "an administrator whose role was taken away"),
  ]),
  // These answers follow Supabase Auth.
  "the account's owner": new Map([
    ...not("401 no_authorization", "nobody"),
    ...not("403 bad_jwt", "a malformed token", "an expired token"),
    ...not("403 session_not_found", ended),
  ]),
} satisfies Record<string, Map<Role, Outcome>>;
type Who = keyof typeof refusals;

type Sent = () => RequestInit | Promise<RequestInit>;
/** A request: an addition to the row's path or a value for its parameter, and the outcome for permitted roles. */
type Asked = { outcome: Outcome; sent?: Sent; query?: string; parameter?: string };
export type Row = { who: Who; asked: Asked[] };

/** An id that no row has. */
export const known = "6f0c1f0e-52f7-4c0b-9d52-0d6c1b0a7a11";
const text =
  (type: string, body: string): Sent =>
  () => ({ headers: { "Content-Type": type }, body });
const fields = (body: unknown): Sent => text("application/json", JSON.stringify(body));
/** Invalid bodies of every kind. The first one has invalid fields. */
const wrongBodies: Sent[] = [
  fields({ nothing: "known" }),
  text("text/plain", "{}"),
  text("application/json", " ".repeat(bodyLimit + 1)),
  text("application/json", "{"),
  () => ({}),
];
const wrongIds = ["7", "' or true --", "\0"].map(encodeURIComponent);

const asks = (who: Who, ...asked: Asked[]): Row => ({ who, asked });
const always = (who: Who, outcome: Outcome): Row => asks(who, { outcome });
/** Expects the same outcome for every body. */
const whatever = (outcome: Outcome): Asked[] => wrongBodies.map((sent) => ({ outcome, sent }));
const outcomesOfBodies = (unknown: Outcome, type: Outcome, large: Outcome, broken: Outcome, query = "") =>
  [unknown, type, large, broken, type].map((outcome, index) => ({
    ...{ outcome, query, sent: wrongBodies[index] as Sent },
  }));
const bodies = (unknown: Outcome = "422 invalid_fields"): Asked[] =>
  outcomesOfBodies(unknown, "415 unsupported_media_type", "413 body_too_large", "400 malformed_request");
const accountBodies = (unknown: Outcome, query = ""): Asked[] =>
  outcomesOfBodies(unknown, "415 bad_json", "413 validation_failed", "400 bad_json", query);
const malformedIds = (outcome: Outcome, sent: Sent = () => ({})): Asked[] =>
  wrongIds.map((parameter) => ({ outcome, parameter, sent }));
const notOffered = (outcome: Outcome): Row => asks("the account's owner", ...whatever(outcome));

const noFactor = notOffered("404 mfa_factor_not_found");
const noApplications = notOffered("422 provider_disabled");
const noProviders = asks("anyone", ...whatever("400 provider_disabled"));

/** Every call of the API, with its expected answers. */
export const rows: Record<string, Row> = {
  "POST /api/contact": asks("anyone", ...bodies()),
  "GET /api/contact/form-stamp": always("anyone", "200"),
  "POST /api/contact/handed": asks("anyone", ...bodies()),
  "POST /api/contact/own": asks("anyone", ...bodies()),
  "POST /api/contact/own/erase": asks("anyone", ...bodies()),
  "GET /api/content/:page": asks(
    "anyone",
    { outcome: "200", parameter: "home" },
    { outcome: "404 not_found", parameter: "..%2f" },
    { outcome: "422 invalid_fields", parameter: "home", query: "?lang=fr" },
  ),
  "GET /api/health": always("anyone", "200"),
  "GET /api/health/details": always("anyone", "200"),
  "GET /api/health/watch": always("anyone", "200"),
  "POST /api/hooks/content": asks(
    "anyone",
    { outcome: "204", sent: contentHook },
    { outcome: "401 forged_signature", sent: () => contentHook({ secret: "another" }) },
    ...whatever("401 forged_signature"),
  ),
  "POST /api/hooks/mail": asks(
    "anyone",
    { outcome: "204", sent: () => mailHook("email.opened", {}) },
    {
      outcome: "401 forged_signature",
      sent: () => mailHook("email.opened", {}, { secret: otherMailSecret }),
    },
    ...whatever("401 forged_signature"),
  ),
  "GET /api/mail-alerts": always("administrators", "200"),
  "DELETE /api/mail-alerts/:id": asks(
    "administrators",
    { outcome: "404 not_found" },
    ...malformedIds("400 malformed_id"),
  ),
  "GET /api/preview/disable": always("anyone", "307"),
  "GET /api/preview/enable": always("anyone", "404 not_found"),
  "GET /api/preview/open": always("anyone", "401 preview_refused"),
  "POST /api/preview/link": asks("anyone", ...whatever("401 preview_refused")),
  "GET /api/profile": always("who is signed in", "200"),

  "GET /api/sign-in-rules": always("administrators", "200"),
  "PUT /api/sign-in-rules": asks(
    "administrators",
    { outcome: "403 passkey_required", sent: fields({ administrators_need_passkeys: false }) },
    ...bodies(),
  ),
  "POST /api/sign-in-rules/first-passkeys": asks(
    "administrators",
    { outcome: "403 passkey_required", sent: fields({ email: "ana@guaria.example" }) },
    ...bodies(),
  ),

  "POST /api/administrators/invitations": asks(
    "administrators",
    { outcome: "403 passkey_required", sent: fields({ email: "ana@guaria.example" }) },
    ...bodies(),
  ),

  "GET /api/submissions": asks(
    "administrators",
    { outcome: "200" },
    { outcome: "422 invalid_fields", query: "?limit=0" },
    { outcome: "422 invalid_fields", query: "?nothing=known" },
    { outcome: "422 invalid_fields", query: "?service=x" },
    { outcome: "400 malformed_cursor", query: "?cursor=x" },
  ),
  "GET /api/submissions/counts": asks(
    "administrators",
    { outcome: "200" },
    { outcome: "422 invalid_fields", query: "?from=x" },
  ),
  "GET /api/submissions/stats": asks(
    "administrators",
    { outcome: "200" },
    { outcome: "422 invalid_fields", query: "?days=x" },
  ),
  "GET /api/submissions/export.csv": asks(
    "administrators",
    { outcome: "200" },
    { outcome: "422 invalid_fields", query: "?filter=x" },
  ),
  "POST /api/submissions/bulk": asks(
    "administrators",
    { outcome: "200", sent: fields({ ids: [known], action: "read" }) },
    ...bodies(),
  ),
  "GET /api/submissions/:id": asks(
    "administrators",
    { outcome: "404 not_found" },
    { outcome: "422 invalid_fields", query: "?include=x" },
    ...malformedIds("400 malformed_id"),
  ),
  "PATCH /api/submissions/:id": asks(
    "administrators",
    { outcome: "404 not_found", sent: fields({ read: true }) },
    ...bodies(),
    ...wrongBodies.flatMap((sent) => malformedIds("400 malformed_id", sent)),
  ),
  "POST /api/submissions/:id/block": asks(
    "administrators",
    { outcome: "404 not_found" },
    ...malformedIds("400 malformed_id"),
  ),
  "GET /api/blocked-senders": always("administrators", "200"),
  "DELETE /api/blocked-senders/:id": asks(
    "administrators",
    { outcome: "404 not_found" },
    ...malformedIds("400 malformed_id"),
  ),
  "DELETE /api/submissions/:id": asks(
    "administrators",
    { outcome: "404 not_found" },
    ...malformedIds("400 malformed_id"),
  ),

  "POST /api/hydration-errors": asks(
    "anyone",
    { outcome: "204", sent: fields({ path: "/contacto", error: 418 }) },
    { outcome: "422 invalid_fields", sent: fields({ path: "https://a.example", error: 418 }) },
    ...bodies(),
  ),
  "POST /api/auth/signup": asks("anyone", ...accountBodies("400 validation_failed")),
  "POST /api/auth/token": asks(
    "anyone",
    ...whatever("400 invalid_credentials"),
    ...accountBodies("400 validation_failed", "?grant_type=password"),
    ...accountBodies("400 validation_failed", "?grant_type=refresh_token"),
  ),
  "POST /api/auth/recover": asks("anyone", ...accountBodies("400 validation_failed")),
  "POST /api/auth/resend": asks("anyone", ...accountBodies("400 validation_failed")),
  "POST /api/auth/verify": asks("anyone", ...accountBodies("400 validation_failed")),
  "GET /api/auth/settings": always("anyone", "200"),
  "GET /api/auth/health": always("anyone", "200"),
  "GET /api/auth/.well-known/jwks.json": always("anyone", "200"),
  "GET /api/auth/user": always("the account's owner", "200"),
  "PUT /api/auth/user": asks("the account's owner", ...accountBodies("200")),
  "DELETE /api/auth/user": asks("the account's owner", ...accountBodies("400 current_password_required")),
  "POST /api/auth/logout": asks(
    "the account's owner",
    { outcome: "204", query: "?scope=others" },
    { outcome: "400 validation_failed", query: "?scope=x" },
  ),
  "GET /api/auth/sessions": always("the account's owner", "200"),
  "DELETE /api/auth/sessions/:id": asks(
    "the account's owner",
    { outcome: "404 not_found" },
    ...malformedIds("404 not_found"),
  ),

  "POST /api/auth/otp": asks("anyone", ...accountBodies("422 otp_disabled")),
  "POST /api/auth/magiclink": asks("anyone", ...whatever("422 otp_disabled")),
  "GET /api/auth/reauthenticate": always("the account's owner", "422 otp_disabled"),
  "GET /api/auth/authorize": always("anyone", "400 provider_disabled"),
  "GET /api/auth/callback": always("anyone", "400 provider_disabled"),
  "POST /api/auth/callback": noProviders,
  "POST /api/auth/sso": asks("anyone", ...whatever("404 saml_provider_disabled")),
  "GET /api/auth/user/identities/authorize": always("the account's owner", "404 manual_linking_disabled"),
  "DELETE /api/auth/user/identities/:id": notOffered("404 manual_linking_disabled"),
  "POST /api/auth/factors": asks(
    "the account's owner",
    { outcome: "422 mfa_totp_enroll_not_enabled", sent: fields({ factor_type: "totp" }) },
    ...accountBodies("422 validation_failed"),
  ),
  "GET /api/auth/factors/recovery-codes": always("the account's owner", "200"),
  "POST /api/auth/factors/recovery-codes/regenerate": always("the account's owner", "403 insufficient_aal"),
  "POST /api/auth/factors/recovery-codes/verify": asks(
    "the account's owner",
    ...accountBodies("422 mfa_verification_failed"),
  ),
  "POST /api/auth/factors/recovery-codes": always("the account's owner", "403 insufficient_aal"),
  "DELETE /api/auth/factors/recovery-codes": always("the account's owner", "404 mfa_factor_not_found"),
  "DELETE /api/auth/factors/:id": noFactor,
  "POST /api/auth/factors/:id/challenge": noFactor,
  "POST /api/auth/factors/:id/verify": noFactor,
  "GET /api/auth/passkeys": always("the account's owner", "200"),
  "PATCH /api/auth/passkeys/:id": asks(
    "the account's owner",
    { outcome: "404 webauthn_credential_not_found", sent: fields({ friendly_name: "a" }) },
    ...accountBodies("422 validation_failed"),
  ),
  "DELETE /api/auth/passkeys/:id": asks(
    "the account's owner",
    { outcome: "404 webauthn_credential_not_found" },
    ...malformedIds("404 webauthn_credential_not_found"),
  ),
  "POST /api/auth/passkeys/registration/options": always("the account's owner", "200"),
  "POST /api/auth/passkeys/registration/verify": asks(
    "the account's owner",
    ...accountBodies("422 validation_failed"),
  ),
  "POST /api/auth/passkeys/authentication/options": always("anyone", "200"),
  "POST /api/auth/passkeys/authentication/verify": asks("anyone", ...accountBodies("422 validation_failed")),
  "GET /api/auth/oauth/authorizations/:id": always("the account's owner", "422 provider_disabled"),
  "POST /api/auth/oauth/authorizations/:id/consent": noApplications,
  "GET /api/auth/user/oauth/grants": always("the account's owner", "422 provider_disabled"),
  "DELETE /api/auth/user/oauth/grants": noApplications,
  "POST /api/auth/invite": notOffered("403 not_admin"),
  "ALL /api/auth/admin/*": always("the account's owner", "403 not_admin"),
};

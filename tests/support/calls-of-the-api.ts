import { authPath } from "#functions/contract/account.ts";
import { bodyLimit } from "#functions/kernel/http/body.ts";
import { type Call, calls } from "#functions/openapi.ts";
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
// The loss of the role ends every session.
const endedSessions = [endedSessionRole, "an administrator whose role was taken away"] as const;

/** The answers to roles without permission, whatever they send. */
export const refusals = {
  anyone: new Map<CallerRole, CallOutcome>(),
  "who is signed in": new Map(createRefusals("401 unauthenticated", ...withoutSession, ...endedSessions)),
  administrators: new Map([
    ...createRefusals("401 unauthenticated", ...withoutSession, ...endedSessions),
    ...createRefusals("403 forbidden", "a user"),
  ]),
  // These answers follow Supabase Auth.
  "the account's owner": new Map([
    ...createRefusals("401 no_authorization", "nobody"),
    ...createRefusals("403 bad_jwt", "a malformed token", "an expired token"),
    ...createRefusals("403 session_not_found", ...endedSessions),
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

/** Expects these outcomes for the invalid bodies. The outcome of another type is also that of no body. */
const expectForBodies = (
  [unknownFields, type, large, broken]: readonly [CallOutcome, CallOutcome, CallOutcome, CallOutcome],
  request: Partial<ExpectedRequest> = {},
): ExpectedRequest[] =>
  [unknownFields, type, large, broken, type].map((outcome, index) => ({
    ...request,
    outcome,
    sent: invalidBodies[index] as RequestFactory,
  }));
const expectForAnyBody = (outcome: CallOutcome, request: Partial<ExpectedRequest> = {}) =>
  expectForBodies([outcome, outcome, outcome, outcome], request);
const expectForAccountBodies = (unknownFields: CallOutcome, query = "") =>
  expectForBodies([unknownFields, "415 bad_json", "413 validation_failed", "400 bad_json"], { query });
const problemsOfBodies = [
  "422 invalid_fields",
  "415 unsupported_media_type",
  "413 body_too_large",
  "400 malformed_request",
] as const;
const expectForInvalidIds = (outcome: CallOutcome): ExpectedRequest[] =>
  invalidIds.map((parameter) => ({ outcome, parameter }));
const expectForQueries = (outcome: CallOutcome, ...queries: string[]): ExpectedRequest[] =>
  queries.map((query) => ({ outcome, query }));

const passkeyRequired = (body: object): ExpectedRequest[] => [
  { outcome: "403 passkey_required", sent: fields(body) },
];
const unknownPasskey = "404 webauthn_credential_not_found";

/** The outcomes of described calls that do not follow from their description. */
const ownOutcomes: Record<string, ExpectedRequest[]> = {
  "GET /api/content/:page": [
    { outcome: "200", parameter: "home" },
    { outcome: "404 not_found", parameter: "..%2f" },
    { outcome: "422 invalid_fields", parameter: "home", query: "?lang=fr" },
  ],
  "POST /api/hooks/content": [
    { outcome: "204", sent: createContentHook },
    { outcome: "401 forged_signature", sent: () => createContentHook({ secret: "another" }) },
    ...expectForAnyBody("401 forged_signature"),
  ],
  "POST /api/hooks/mail": [
    { outcome: "204", sent: () => createMailHook("email.opened", {}) },
    {
      outcome: "401 forged_signature",
      sent: () => createMailHook("email.opened", {}, { secret: otherMailSecret }),
    },
    ...expectForAnyBody("401 forged_signature"),
  ],
  "GET /api/preview/disable": [{ outcome: "307" }],
  "GET /api/preview/enable": [{ outcome: "404 not_found" }],
  "GET /api/preview/open": [{ outcome: "401 preview_refused" }],
  "PUT /api/sign-in-rules": passkeyRequired({ administrators_need_passkeys: false }),
  "POST /api/sign-in-rules/first-passkeys": passkeyRequired({ email: "ana@guaria.example" }),
  "POST /api/administrators/invitations": passkeyRequired({ email: "ana@guaria.example" }),
  "GET /api/submissions": [
    ...expectForQueries("422 invalid_fields", "?limit=0", "?nothing=known", "?service=x"),
    { outcome: "400 malformed_cursor", query: "?cursor=x" },
  ],
  "GET /api/submissions/counts": expectForQueries("422 invalid_fields", "?from=x"),
  "GET /api/submissions/oldest-unanswered": [{ outcome: "200" }],
  "GET /api/submissions/stats": expectForQueries("422 invalid_fields", "?days=x"),
  "GET /api/submissions/export.csv": expectForQueries("422 invalid_fields", "?filter=x"),
  "POST /api/submissions/bulk": [{ outcome: "200", sent: fields({ ids: [unusedId], action: "read" }) }],
  "GET /api/submissions/:id": [
    { outcome: "404 not_found" },
    { outcome: "422 invalid_fields", query: "?include=x" },
  ],
  "PATCH /api/submissions/:id": [
    { outcome: "404 not_found", sent: fields({ read: true }) },
    ...invalidIds.flatMap((parameter) => expectForAnyBody("400 malformed_id", { parameter })),
  ],
  "POST /api/submissions/:id/block": [{ outcome: "404 not_found" }],
  "DELETE /api/submissions/:id": [{ outcome: "404 not_found" }],
  "DELETE /api/blocked-senders/:id": [{ outcome: "404 not_found" }],
  "DELETE /api/mail-alerts/:id": [{ outcome: "404 not_found" }],
  "DELETE /api/moves/:id": [{ outcome: "404 not_found" }],
  "POST /api/submissions/:id/join": [{ outcome: "404 not_found", sent: fields({ into: unusedId }) }],
  "POST /api/hydration-errors": [
    { outcome: "204", sent: fields({ path: "/contacto", error: 418 }) },
    { outcome: "422 invalid_fields", sent: fields({ path: "https://a.example", error: 418 }) },
  ],
  "POST /api/auth/signup": expectForAccountBodies("400 validation_failed"),
  "POST /api/auth/token": [
    ...expectForAnyBody("400 invalid_credentials"),
    ...expectForAccountBodies("400 validation_failed", "?grant_type=password"),
    ...expectForAccountBodies("400 validation_failed", "?grant_type=refresh_token"),
  ],
  "POST /api/auth/recover": expectForAccountBodies("400 validation_failed"),
  "POST /api/auth/resend": expectForAccountBodies("400 validation_failed"),
  "POST /api/auth/verify": expectForAccountBodies("400 validation_failed"),
  "PUT /api/auth/user": expectForAccountBodies("200"),
  "DELETE /api/auth/user": expectForAccountBodies("400 current_password_required"),
  "POST /api/auth/logout": [
    { outcome: "204", query: "?scope=others" },
    { outcome: "400 validation_failed", query: "?scope=x" },
  ],
  "DELETE /api/auth/sessions/:id": [{ outcome: "404 not_found" }, ...expectForInvalidIds("404 not_found")],
  "POST /api/auth/factors/recovery-codes/regenerate": [{ outcome: "403 insufficient_aal" }],
  "POST /api/auth/factors/recovery-codes/verify": expectForAccountBodies("422 mfa_verification_failed"),
  "POST /api/auth/factors/recovery-codes": [{ outcome: "403 insufficient_aal" }],
  "DELETE /api/auth/factors/recovery-codes": [{ outcome: "403 insufficient_aal" }],
  "PATCH /api/auth/passkeys/:id": [
    { outcome: unknownPasskey, sent: fields({ friendly_name: "a" }) },
    ...expectForAccountBodies("422 validation_failed"),
  ],
  "DELETE /api/auth/passkeys/:id": [
    { outcome: "403 insufficient_aal" },
    ...expectForInvalidIds(unknownPasskey),
  ],
  "POST /api/auth/passkeys/registration/options": expectForAccountBodies("400 current_password_required"),
  "POST /api/auth/passkeys/registration/verify": expectForAccountBodies("422 validation_failed"),
  "POST /api/auth/passkeys/authentication/options": [{ outcome: "200" }],
  "POST /api/auth/passkeys/authentication/verify": expectForAccountBodies("422 validation_failed"),
};

function toCallerGroup(name: string, { access }: Call): CallerGroup {
  if (access === "administrator") return "administrators";
  if (access !== "user") return "anyone";
  return name.includes(` ${authPath}/`) ? "the account's owner" : "who is signed in";
}

/** Lists the outcomes that follow from the description of a call. */
function listDescribedOutcomes(name: string, { answers, body }: Call): ExpectedRequest[] {
  const isRead = name.startsWith("GET ");
  if (isRead && !name.includes(":") && 200 in answers) return [{ outcome: "200" }];
  if (name.includes(` ${authPath}/`)) return [];
  // This call rejects its caller before it reads the body.
  if (name === "POST /api/preview/link") return expectForAnyBody("401 preview_refused");
  if (body) return expectForBodies(problemsOfBodies);
  return name.includes("/:id") ? expectForInvalidIds("400 malformed_id") : [];
}

/** The outcome of calls that are not offered. They reject every body. */
const notOffered: Record<"anyone" | "the account's owner", Record<string, CallOutcome>> = {
  anyone: {
    "POST /api/auth/magiclink": "422 otp_disabled",
    "GET /api/auth/authorize": "400 provider_disabled",
    "GET /api/auth/callback": "400 provider_disabled",
    "POST /api/auth/callback": "400 provider_disabled",
    "POST /api/auth/sso": "404 saml_provider_disabled",
  },
  "the account's owner": {
    "GET /api/auth/reauthenticate": "422 otp_disabled",
    "GET /api/auth/user/identities/authorize": "404 manual_linking_disabled",
    "DELETE /api/auth/user/identities/:id": "404 manual_linking_disabled",
    "DELETE /api/auth/factors/:id": "404 mfa_factor_not_found",
    "POST /api/auth/factors/:id/challenge": "404 mfa_factor_not_found",
    "POST /api/auth/factors/:id/verify": "404 mfa_factor_not_found",
    "GET /api/auth/oauth/authorizations/:id": "422 provider_disabled",
    "POST /api/auth/oauth/authorizations/:id/consent": "422 provider_disabled",
    "GET /api/auth/user/oauth/grants": "422 provider_disabled",
    "DELETE /api/auth/user/oauth/grants": "422 provider_disabled",
    "POST /api/auth/invite": "403 not_admin",
    "ALL /api/auth/admin/*": "403 not_admin",
  },
};
const toRejectedCalls = (callers: keyof typeof notOffered) =>
  Object.entries(notOffered[callers]).map(([name, outcome]): [string, CallExpectation] => [
    name,
    { who: callers, asked: /^(?:GET|ALL) /.test(name) ? [{ outcome }] : expectForAnyBody(outcome) },
  ]);

/** Every call of the API, with its expected answers. */
export const callExpectations: Record<string, CallExpectation> = {
  ...Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      {
        who: toCallerGroup(name, call),
        asked: [...listDescribedOutcomes(name, call), ...(ownOutcomes[name] ?? [])],
      },
    ]),
  ),
  ...Object.fromEntries([...toRejectedCalls("anyone"), ...toRejectedCalls("the account's owner")]),
  "POST /api/auth/otp": { who: "anyone", asked: expectForAccountBodies("422 otp_disabled") },
  "POST /api/auth/factors": {
    who: "the account's owner",
    asked: [
      { outcome: "422 mfa_totp_enroll_not_enabled", sent: fields({ factor_type: "totp" }) },
      ...expectForAccountBodies("422 validation_failed"),
    ],
  },
};

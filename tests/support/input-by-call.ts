import fc from "fast-check";
import * as account from "#functions/contract/account.schema.ts";
import { type Call, calls } from "#functions/openapi.ts";
import { generateInput } from "./valid-input.ts";

/** The inputs that a call accepts, and the statuses of its success. */
export type CallInput = {
  /** The statuses of successful answers. */
  answers: readonly number[];
  body?: fc.Arbitrary<unknown>;
  query?: fc.Arbitrary<unknown>;
  /** Valid values of the parameter in the path. */
  parameter?: readonly string[];
  /** Whether the call accepts the same fields as a form. */
  isForm?: true;
  /** The service that signs the body. */
  signedBy?: "cms" | "mail provider";
  /** The error codes of a call that is not offered. The API description has the codes of all other calls. */
  refusedWith?: readonly string[];
  /** The call's share of all inputs; 4 by default. */
  share?: number;
};

/** The messages that exist when the trial begins. */
export const existingMessageIds = Array.from(
  { length: 40 },
  (_, index) => `0b8f6f5e-7f43-4c0e-9f3a-${String(index).padStart(12, "0")}`,
);
const unknownIds = ["0b8f6f5e-7f43-4c0e-9f3a-1f1d2c3b4a55"];

const oneOf = (...values: string[]) => fc.constantFrom(...values);
const redirects = fc.record({
  redirect_to: oneOf("https://vitrina.example/en/auth", "/auth", "https://[", "x"),
});
const paths = oneOf("/cctv", "//evil.example", "\\\\evil.example", "javascript:alert(1)");
const hook = fc.record({ _id: fc.string(), _type: oneOf("page", "redirect"), _rev: fc.uuid() });
const mailEvents = fc.record(
  {
    type: oneOf("email.delivered", "email.bounced", "email.complained", "email.opened", "x"),
    data: fc.record(
      {
        to: fc.array(oneOf("hola@guaria.example", "Ana <ana@cliente.example>", "")),
        tags: fc.record({ mail: fc.uuid() }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ["type"] },
);
const messageParameter = { parameter: existingMessageIds };
const rareShare = { share: 1 };

/**
 * Additions to the API description: existing values, values that reach deeper than any valid text, signatures, and
 * shares.
 */
const additions: Record<string, Partial<CallInput>> = {
  "POST /api/contact": { share: 24 },
  "GET /api/contact/form-stamp": rareShare,
  "GET /api/content/:page": { parameter: ["home", "cctv", "contact", "privacy", "no-such-page"] },
  "POST /api/hooks/content": { body: hook, signedBy: "cms" },
  "POST /api/hooks/mail": { body: mailEvents, signedBy: "mail provider" },
  "GET /api/health": rareShare,
  "GET /api/health/details": rareShare,
  "GET /api/health/watch": rareShare,
  "GET /api/preview/enable": {
    query: fc.record(
      {
        "sanity-preview-secret": oneOf("x", "", "*", '"'),
        "sanity-preview-pathname": oneOf("/", "//evil.example", "\\x"),
      },
      { requiredKeys: [] },
    ),
  },
  "GET /api/preview/open": { query: fc.record({ token: oneOf("", "x", "a.b.c"), path: paths }) },
  "GET /api/preview/disable": { query: fc.record({ path: paths }) },
  "GET /api/submissions": { share: 16 },
  "GET /api/submissions/export.csv": { share: 8 },
  "POST /api/submissions/bulk": { share: 12 },
  "GET /api/submissions/:id": messageParameter,
  "POST /api/submissions/:id/block": messageParameter,
  "PATCH /api/submissions/:id": { ...messageParameter, share: 8 },
  "DELETE /api/submissions/:id": messageParameter,
  "DELETE /api/blocked-senders/:id": messageParameter,
  "DELETE /api/mail-alerts/:id": messageParameter,
  "POST /api/auth/signup": { query: redirects },
  "POST /api/auth/token": {
    query: fc.record({ grant_type: oneOf("password", "refresh_token", "id_token", "web3", "pkce", "", "x") }),
    share: 8,
  },
  "POST /api/auth/recover": { query: redirects },
  "POST /api/auth/resend": { query: redirects },
  "GET /api/auth/settings": rareShare,
  "GET /api/auth/health": rareShare,
  "GET /api/auth/.well-known/jwks.json": rareShare,
  "PUT /api/auth/user": { share: 8 },
  "DELETE /api/auth/sessions/:id": { parameter: unknownIds },
  "PATCH /api/auth/passkeys/:id": { parameter: unknownIds },
  "DELETE /api/auth/passkeys/:id": { parameter: unknownIds },
  "POST /api/auth/passkeys/registration/verify": { share: 8 },
  "POST /api/auth/passkeys/authentication/options": rareShare,
  "POST /api/auth/passkeys/authentication/verify": { share: 8 },
};

const toInput = ([name, { body, query, isForm, answers }]: [string, Call]): [string, CallInput] => [
  name,
  {
    answers: Object.keys(answers)
      .map(Number)
      .filter((status) => status < 400),
    ...(body && { body: generateInput(body) }),
    ...(query && { query: generateInput(query) }),
    ...(isForm && { isForm }),
    ...additions[name],
  },
];

const createRefusedCall = (...refusedWith: string[]): CallInput => ({
  answers: [],
  refusedWith,
  share: 1,
  body: generateInput(account.mailedSignInInput),
  parameter: [...unknownIds, "users", "x"],
});
const applications = createRefusedCall("provider_disabled");
const factors = createRefusedCall("mfa_factor_not_found");

/** Calls that clients of Supabase Auth know and this API does not offer. */
const refusedCalls: Record<string, CallInput> = {
  "POST /api/auth/otp": createRefusedCall("otp_disabled", "phone_provider_disabled"),
  "POST /api/auth/magiclink": createRefusedCall("otp_disabled"),
  "GET /api/auth/reauthenticate": createRefusedCall("otp_disabled"),
  "GET /api/auth/authorize": createRefusedCall("provider_disabled"),
  "GET /api/auth/callback": createRefusedCall("provider_disabled"),
  "POST /api/auth/callback": createRefusedCall("provider_disabled"),
  "POST /api/auth/sso": createRefusedCall("saml_provider_disabled"),
  "GET /api/auth/user/identities/authorize": createRefusedCall("manual_linking_disabled"),
  "DELETE /api/auth/user/identities/:id": createRefusedCall("manual_linking_disabled"),
  "POST /api/auth/factors": {
    ...createRefusedCall(
      "mfa_totp_enroll_not_enabled",
      "mfa_phone_enroll_not_enabled",
      "mfa_webauthn_enroll_not_enabled",
    ),
    body: generateInput(account.factorInput),
  },
  "DELETE /api/auth/factors/:id": factors,
  "POST /api/auth/factors/:id/challenge": factors,
  "POST /api/auth/factors/:id/verify": factors,
  "GET /api/auth/oauth/authorizations/:id": applications,
  "POST /api/auth/oauth/authorizations/:id/consent": applications,
  "GET /api/auth/user/oauth/grants": applications,
  "DELETE /api/auth/user/oauth/grants": applications,
  "POST /api/auth/invite": createRefusedCall("not_admin"),
  "ALL /api/auth/admin/*": createRefusedCall("not_admin"),
};

/** Every call that the app has, by method and path. */
export const inputByCall: Record<string, CallInput> = {
  ...Object.fromEntries(Object.entries(calls).map(toInput)),
  ...refusedCalls,
};

import fc from "fast-check";
import * as account from "#functions/contract/account.schema.ts";
import { firstPasskeyInput, invitationInput, signInRulesInput } from "#functions/contract/account.schema.ts";
import { contactInput, linkInput } from "#functions/contract/contact.schema.ts";
import {
  submissionBulk,
  submissionCountsQuery,
  submissionExportQuery,
  submissionListQuery,
  submissionPatch,
  submissionQuery,
  submissionStatsQuery,
} from "#functions/contract/submission.schema.ts";
import { hydrationErrorInput } from "#functions/site/hydration-errors-route.ts";
import { previewLinkInput } from "#functions/site/preview/route.ts";
import { validInput } from "./valid-input.ts";

/** What may be sent to a call, and what it answers when it is content. */
export type CallInput = {
  /** The statuses of its answers that refuse nothing. */
  answers: readonly number[];
  body?: fc.Arbitrary<unknown>;
  query?: fc.Arbitrary<unknown>;
  /** What the parameter of its path may be, when it is right. */
  parameter?: readonly string[];
  /** It takes the same fields as a form. */
  isForm?: true;
  /** Its body is signed by this service. */
  signedBy?: "cms" | "mail provider";
  /** The codes of a call that is not offered; of the others the description of the API says them. */
  refusedWith?: readonly string[];
  /** How much of all input it gets: 4 where nothing is said. */
  share?: number;
};

/** The messages that are there when the trial begins. */
export const knownMessages = Array.from(
  { length: 40 },
  (_, index) => `0b8f6f5e-7f43-4c0e-9f3a-${String(index).padStart(12, "0")}`,
);

const bulk = fc.oneof(
  validInput(submissionBulk.getter({})),
  validInput(submissionBulk.getter({ matching: {} })),
);
const oneOf = (...values: string[]) => fc.constantFrom(...values);
const grants = fc.record({
  grant_type: oneOf("password", "refresh_token", "id_token", "web3", "pkce", "", "x"),
});
const grantBodies = fc.oneof(validInput(account.passwordGrantInput), validInput(account.refreshGrantInput));
const redirects = fc.record({
  redirect_to: oneOf("https://vitrina.example/en/auth", "/auth", "https://[", "x"),
});
const secret = fc.record(
  {
    "sanity-preview-secret": oneOf("x", "", "*", '"'),
    "sanity-preview-pathname": oneOf("/", "//evil.example", "\\x"),
  },
  { requiredKeys: [] },
);
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

const usual = { answers: [200] } as const;
const oneMessage = { ...usual, parameter: knownMessages };

const refused = (...refusedWith: string[]): CallInput => ({
  ...{ answers: [], refusedWith, share: 1 },
  body: validInput(account.mailedSignInInput),
  parameter: ["0b8f6f5e-7f43-4c0e-9f3a-1f1d2c3b4a55", "users", "x"],
});
const applications = refused("provider_disabled");
const factors = refused("mfa_factor_not_found");
const enrolments = [
  "mfa_totp_enroll_not_enabled",
  "mfa_phone_enroll_not_enabled",
  "mfa_webauthn_enroll_not_enabled",
];

/** Every call that the API has, as its app names it. One that is missing here fails the trial. */
export const inputByCall: Record<string, CallInput> = {
  "POST /api/contact": {
    ...usual,
    answers: [201, 303],
    body: validInput(contactInput),
    isForm: true,
    share: 24,
  },
  "GET /api/contact/form-stamp": { ...usual, share: 1 },
  "POST /api/contact/handed": { ...usual, answers: [201], body: validInput(linkInput) },
  "POST /api/contact/own": { ...usual, body: validInput(linkInput) },
  "POST /api/contact/own/erase": { ...usual, answers: [204], body: validInput(linkInput) },
  "GET /api/content/:page": {
    ...usual,
    answers: [200, 304],
    parameter: ["home", "cctv", "contact", "privacy", "no-such-page"],
    query: fc.record({ lang: oneOf("es", "en") }, { requiredKeys: [] }),
  },
  "POST /api/hooks/content": { ...usual, answers: [204], body: hook, signedBy: "cms" },
  "POST /api/hooks/mail": { ...usual, answers: [204], body: mailEvents, signedBy: "mail provider" },
  "GET /api/health": { ...usual, share: 1 },
  "GET /api/health/details": { ...usual, share: 1 },
  "GET /api/health/watch": { ...usual, share: 1 },
  "GET /api/preview/enable": { ...usual, answers: [307], query: secret },
  "GET /api/preview/open": {
    ...usual,
    answers: [307],
    query: fc.record({ token: oneOf("", "x", "a.b.c"), path: oneOf("/cctv", "//evil.example") }),
  },
  "POST /api/preview/link": { ...usual, body: validInput(previewLinkInput) },
  "GET /api/preview/disable": {
    ...usual,
    answers: [307],
    query: fc.record({ path: oneOf("/cctv", "//evil.example", "\\\\evil.example", "javascript:alert(1)") }),
  },
  "GET /api/profile": usual,
  "GET /api/submissions": { ...usual, query: validInput(submissionListQuery), share: 16 },
  "GET /api/submissions/counts": {
    ...usual,
    answers: [200, 304],
    query: validInput(submissionCountsQuery),
  },
  "GET /api/submissions/stats": { ...usual, query: validInput(submissionStatsQuery) },
  "GET /api/submissions/export.csv": {
    ...usual,
    query: validInput(submissionExportQuery),
    share: 8,
  },
  "POST /api/submissions/bulk": { ...usual, body: bulk, share: 12 },
  "GET /api/submissions/:id": { ...oneMessage, query: validInput(submissionQuery) },
  "POST /api/submissions/:id/block": oneMessage,
  "PATCH /api/submissions/:id": { ...oneMessage, body: validInput(submissionPatch), share: 8 },
  "DELETE /api/submissions/:id": { ...oneMessage, answers: [204] },
  "GET /api/blocked-senders": usual,
  "DELETE /api/blocked-senders/:id": { ...usual, answers: [204], parameter: knownMessages },
  "POST /api/hydration-errors": { ...usual, answers: [204], body: validInput(hydrationErrorInput) },
  "GET /api/sign-in-rules": usual,
  "PUT /api/sign-in-rules": { ...usual, body: validInput(signInRulesInput) },
  "POST /api/administrators/invitations": { ...usual, body: validInput(invitationInput) },
  "POST /api/sign-in-rules/first-passkeys": { ...usual, body: validInput(firstPasskeyInput) },
  "GET /api/mail-alerts": usual,
  "DELETE /api/mail-alerts/:id": { ...usual, answers: [204], parameter: knownMessages },

  "POST /api/auth/signup": { ...usual, body: validInput(account.signUpInput), query: redirects },
  "POST /api/auth/token": { ...usual, body: grantBodies, query: grants, share: 8 },
  "POST /api/auth/recover": { ...usual, body: validInput(account.recoverInput), query: redirects },
  "POST /api/auth/resend": { ...usual, body: validInput(account.resendInput), query: redirects },
  "POST /api/auth/verify": { ...usual, body: validInput(account.verifyInput) },
  "GET /api/auth/settings": { ...usual, share: 1 },
  "GET /api/auth/health": { ...usual, share: 1 },
  "GET /api/auth/.well-known/jwks.json": { ...usual, share: 1 },
  "GET /api/auth/user": usual,
  "PUT /api/auth/user": { ...usual, body: validInput(account.accountChangeInput), share: 8 },
  "DELETE /api/auth/user": { ...usual, answers: [204], body: validInput(account.accountDeletionInput) },
  "POST /api/auth/logout": {
    ...usual,
    answers: [204],
    query: fc.record({ scope: oneOf("global", "local", "others", "") }, { requiredKeys: [] }),
  },
  "GET /api/auth/sessions": usual,
  "DELETE /api/auth/sessions/:id": {
    ...usual,
    answers: [204],
    parameter: ["0b8f6f5e-7f43-4c0e-9f3a-1f1d2c3b4a55"],
  },

  "GET /api/auth/passkeys": usual,
  "PATCH /api/auth/passkeys/:id": {
    ...usual,
    body: validInput(account.passkeyNameInput),
    parameter: ["0b8f6f5e-7f43-4c0e-9f3a-1f1d2c3b4a55"],
  },
  "DELETE /api/auth/passkeys/:id": {
    ...usual,
    answers: [204],
    parameter: ["0b8f6f5e-7f43-4c0e-9f3a-1f1d2c3b4a55"],
  },
  "POST /api/auth/passkeys/registration/options": usual,
  "POST /api/auth/passkeys/registration/verify": {
    ...usual,
    body: validInput(account.passkeyRegistrationInput),
    share: 8,
  },
  "POST /api/auth/passkeys/authentication/options": { ...usual, share: 1 },
  "POST /api/auth/passkeys/authentication/verify": {
    ...usual,
    body: validInput(account.passkeySignInInput),
    share: 8,
  },
  "GET /api/auth/factors/recovery-codes": usual,
  "POST /api/auth/factors/recovery-codes": usual,
  "POST /api/auth/factors/recovery-codes/regenerate": usual,
  "DELETE /api/auth/factors/recovery-codes": usual,
  "POST /api/auth/factors/recovery-codes/verify": { ...usual, body: validInput(account.recoveryCodeInput) },

  "POST /api/auth/otp": refused("otp_disabled", "phone_provider_disabled"),
  "POST /api/auth/magiclink": refused("otp_disabled"),
  "GET /api/auth/reauthenticate": refused("otp_disabled"),
  "GET /api/auth/authorize": refused("provider_disabled"),
  "GET /api/auth/callback": refused("provider_disabled"),
  "POST /api/auth/callback": refused("provider_disabled"),
  "POST /api/auth/sso": refused("saml_provider_disabled"),
  "GET /api/auth/user/identities/authorize": refused("manual_linking_disabled"),
  "DELETE /api/auth/user/identities/:id": refused("manual_linking_disabled"),
  "POST /api/auth/factors": { ...refused(...enrolments), body: validInput(account.factorInput) },
  "DELETE /api/auth/factors/:id": factors,
  "POST /api/auth/factors/:id/challenge": factors,
  "POST /api/auth/factors/:id/verify": factors,
  "GET /api/auth/oauth/authorizations/:id": applications,
  "POST /api/auth/oauth/authorizations/:id/consent": applications,
  "GET /api/auth/user/oauth/grants": applications,
  "DELETE /api/auth/user/oauth/grants": applications,
  "POST /api/auth/invite": refused("not_admin"),
  "ALL /api/auth/admin/*": refused("not_admin"),
};

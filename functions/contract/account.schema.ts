import * as v from "valibot";
import { languages } from "#cms/content/site.ts";
import { passkeyNameLength } from "./account.ts";
import { base64urlPattern, isStorable, isVisible } from "./characters.ts";
import { emailInput } from "./contact.schema.ts";
import { objectCode } from "./field-code.ts";

/** Body of `PUT /api/sign-in-rules`. */
export const signInRulesInput = v.strictObject({ administrators_need_passkeys: v.boolean() });

/** Body of `POST /api/sign-in-rules/first-passkeys`. */
export const firstPasskeyInput = v.strictObject({ email: emailInput }, objectCode);

/** Body of `POST /api/administrators/invitations`. */
export const invitationInput = v.strictObject(
  { email: emailInput, language: v.optional(v.picklist(languages, "invalid_option"), languages[0]) },
  objectCode,
);

// Bodies of the calls under `/api/auth`. Clients of Supabase Auth add members of their own, such as
// gotrue_meta_security; the schemas ignore them.

// Clients omit an empty text or send null. Nothing is trimmed, because spaces at the ends of a password count.
const text = v.pipe(
  v.optional(v.nullable(v.string()), ""),
  v.transform((value) => value ?? ""),
);

// Clients send it with `flowType: "pkce"`.
const pkce = { code_challenge: text };

/** Body of `POST /signup`. */
export const signUpInput = v.object({
  ...pkce,
  email: text,
  phone: text,
  password: text,
  data: v.optional(v.unknown()),
});

/** Body of `POST /recover`. */
export const recoverInput = v.object({ ...pkce, email: text });

/** Body of `POST /resend`. */
export const resendInput = v.object({ ...pkce, type: text, email: text, phone: text });

/** Body of `POST /verify`. */
export const verifyInput = v.object({ type: text, token_hash: text, token: text, email: text, phone: text });

/** Body of `POST /token?grant_type=password`. */
export const passwordGrantInput = v.object({ email: text, phone: text, password: text });

/** Body of `POST /token?grant_type=refresh_token`. */
export const refreshGrantInput = v.object({ refresh_token: text });

/** Body of `PUT /user`. */
export const accountChangeInput = v.object({
  ...pkce,
  password: text,
  current_password: text,
  email: text,
  phone: text,
  data: v.optional(v.unknown()),
});

/** Body of `DELETE /user`. */
export const accountDeletionInput = v.object({ current_password: text });

/** Body of `POST /otp`. */
export const mailedSignInInput = v.object({ phone: text });

/** Body of `POST /factors`. */
export const factorInput = v.object({ factor_type: v.picklist(["totp", "phone", "webauthn"]) });

/** Base64url as browsers encode bytes. */
const base64url = (minimum: number, maximum: number) =>
  v.pipe(v.string(), v.minLength(minimum), v.maxLength(maximum), v.regex(base64urlPattern));

// Credential ids have 16 to 1,023 bytes (WebAuthn Level 3 §4).
const credential = { id: base64url(22, 1364), rawId: base64url(22, 1364), type: v.literal("public-key") };
const maxEncodedLength = 60_000;

const passkeyRegistration = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64url(1, maxEncodedLength),
    attestationObject: base64url(1, maxEncodedLength),
    transports: v.optional(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,32}$/)))),
  }),
  clientExtensionResults: v.optional(v.unknown()),
});

/** Response of a browser that has created a passkey. */
export type PasskeyRegistration = v.InferOutput<typeof passkeyRegistration>;

const passkeyAnswer = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64url(1, maxEncodedLength),
    authenticatorData: base64url(1, maxEncodedLength),
    signature: base64url(1, 2048),
    userHandle: v.optional(v.nullable(v.string())),
  }),
});

/** Response of a browser whose passkey has signed a challenge. */
export type PasskeyAnswer = v.InferOutput<typeof passkeyAnswer>;

/**
 * Body of `POST /passkeys/registration/options`. An account's first passkey takes the current password, which clients of
 * Supabase Auth do not send by themselves.
 */
export const passkeyOptionsInput = v.object({ current_password: text });

/** Body of `POST /passkeys/registration/verify`. */
export const passkeyRegistrationInput = v.object({
  challenge_id: v.string(),
  credential: passkeyRegistration,
});

/** Body of `POST /passkeys/authentication/verify`. */
export const passkeySignInInput = v.object({ challenge_id: v.string(), credential: passkeyAnswer });

/** Body of `PATCH /passkeys/:id`. */
export const passkeyNameInput = v.object({
  friendly_name: v.pipe(
    v.string(),
    v.check(isStorable),
    v.normalize("NFC"),
    v.trim(),
    v.check((name) => isVisible(name) && [...name].length <= passkeyNameLength),
  ),
});

/** Body of `POST /factors/recovery-codes/verify`. */
export const recoveryCodeInput = v.object({ code: text });

// What the calls under `/api/auth` read of their bodies. Clients of Supabase Auth add members of their own, such as
// gotrue_meta_security: they are let pass.
import * as v from "valibot";

// Absent and null alike are no text: clients send both. Passwords are taken as they are written, spaces at their ends included.
const text = v.pipe(
  v.optional(v.nullable(v.string()), ""),
  v.transform((value) => value ?? ""),
);

// What clients send with `flowType: "pkce"`.
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

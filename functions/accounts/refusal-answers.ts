import type { ProblemCode } from "#functions/contract/problem.ts";
import { type Refusal, type RefusalCode, TooManyAttempts } from "#functions/kernel/database/refusals.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { AuthError } from "./auth-error.ts";
import { metadataTooLarge } from "./own-account/user-metadata.ts";
import { challengeExpired, noSuchPasskey } from "./passkeys/ceremonies.ts";

const problems = {
  unavailable: "database_unavailable",
  unauthenticated: "unauthenticated",
  forbidden: "forbidden",
  passkey_required: "passkey_required",
  missing: "not_found",
  gone: "message_gone",
  idempotency_conflict: "idempotency_conflict",
  replayed: "replayed_request",
  too_many_attempts: "too_many_requests",
} as const satisfies Partial<Record<RefusalCode, ProblemCode>>;

const toHeaders = (refusal: Refusal): Record<string, string> => {
  if (refusal instanceof TooManyAttempts) return { "Retry-After": String(refusal.seconds) };
  if (refusal.code === "unavailable") return { "Retry-After": "5" };
  // RFC 6750
  if (refusal.code === "unauthenticated") return { "WWW-Authenticate": "Bearer" };
  return {};
};

const isProblem = (code: RefusalCode): code is keyof typeof problems => Object.hasOwn(problems, code);

/** A refusal as a problem. What only accounts are refused for is none, and would be a fault of ours elsewhere. */
export function toProblem(refusal: Refusal): Problem {
  const { code, cause = refusal } = refusal;
  if (!isProblem(code)) return new Problem("internal_error", { cause });
  return new Problem(problems[code], { headers: toHeaders(refusal), cause });
}

type AccountRefusalCode = Exclude<
  RefusalCode,
  "unavailable" | "unauthenticated" | "forbidden" | "idempotency_conflict" | "replayed" | "gone"
>;

const authErrors: Record<AccountRefusalCode, (refusal: Refusal) => AuthError> = {
  missing: () => new AuthError(404, "not_found", "No such session"),
  changed_elsewhere: () =>
    new AuthError(409, "conflict", "The account was changed elsewhere in the meantime."),
  too_many_attempts: (refusal) =>
    new AuthError(429, "over_request_rate_limit", "Request rate limit reached", {
      headers: toHeaders(refusal),
    }),
  last_administrator: () =>
    new AuthError(
      409,
      "last_administrator",
      "The last administrator cannot be deleted: make someone else one before.",
    ),
  passkey_required: () =>
    new AuthError(403, "insufficient_aal", "Sign in with a passkey, or show a recovery code."),
  first_passkey_closed: () =>
    new AuthError(
      403,
      "first_passkey_closed",
      "The first passkey of an administrator is opened by the operator or by another administrator.",
    ),
  proof_required: () =>
    new AuthError(400, "reauthentication_needed", "Signed in too long ago for this: sign in again."),
  too_many_passkeys: () => new AuthError(422, "too_many_passkeys", "An account has at most ten passkeys."),
  challenge_used: challengeExpired,
  passkey_exists: () =>
    new AuthError(422, "webauthn_credential_exists", "This passkey has been added before."),
  no_such_passkey: noSuchPasskey,
  last_passkey: () =>
    new AuthError(
      409,
      "last_passkey",
      "Administrators need a passkey here: add another one before removing the last.",
    ),
  no_recovery_codes: () => new AuthError(404, "mfa_factor_not_found", "There are no recovery codes"),
  recovery_codes_exist: () =>
    new AuthError(422, "mfa_verified_factor_exists", "There are recovery codes already: regenerate them."),
  wrong_recovery_code: () =>
    new AuthError(422, "mfa_verification_failed", "The code is not right or was used before."),
  metadata_too_large: metadataTooLarge,
  invalid_link: () => new AuthError(403, "otp_expired", "Email link is invalid or has expired"),
  invalid_code: () => new AuthError(403, "otp_expired", "Token has expired or is invalid"),
  refresh_token_not_found: () =>
    new AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"),
  refresh_token_already_used: () =>
    new AuthError(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used"),
  session_expired: () => new AuthError(400, "session_expired", "Invalid Refresh Token: Session Expired"),
};

const isOfAccounts = (code: RefusalCode): code is AccountRefusalCode => Object.hasOwn(authErrors, code);

/** A refusal in the words of Supabase Auth; as a problem, which they then translate, where it is not about accounts. */
export const toAuthError = (refusal: Refusal): AuthError | Problem =>
  isOfAccounts(refusal.code) ? authErrors[refusal.code](refusal) : toProblem(refusal);

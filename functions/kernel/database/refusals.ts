/** Reasons why a store rejects a call. */
export type RefusalCode =
  /** The database does not answer in time or cannot serve. */
  | "unavailable"
  /** The caller has no active session. */
  | "unauthenticated"
  /** The caller has another role. */
  | "forbidden"
  /** The session has to show a passkey before its role counts. */
  | "passkey_required"
  /** The passkey was added without the password less than a day ago, so it does not stand in for the password. */
  | "passkey_too_new"
  /** The enrolment of an administrator's first passkey is not open. */
  | "first_passkey_closed"
  /** The last proof of identity is too old. */
  | "proof_required"
  /** The password was set through a mailed link less than a day ago, so it adds no first passkey. */
  | "password_recovered"
  /** The change takes the current password in the same call. */
  | "password_required"
  /** No row with this id is visible to the caller. */
  | "missing"
  /** The message of a link is deleted. */
  | "gone"
  /** The idempotency key was used for another message. */
  | "idempotency_conflict"
  /** The webhook was already accepted. */
  | "replayed"
  /** The account has changed since the decision. */
  | "changed_elsewhere"
  | "too_many_attempts"
  | "last_administrator"
  | "too_many_passkeys"
  /** The challenge of a passkey was already answered. */
  | "challenge_used"
  | "passkey_exists"
  | "no_such_passkey"
  | "last_passkey"
  | "no_recovery_codes"
  | "recovery_codes_exist"
  | "wrong_recovery_code"
  | "metadata_too_large"
  | "invalid_link"
  | "invalid_code"
  | "refresh_token_not_found"
  | "refresh_token_already_used"
  | "session_expired";

/**
 * Thrown by a store that rejects a call. `http/problem-answer.ts` and `accounts/auth-answer.ts` convert it into an
 * answer.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, { cause }: { cause?: unknown } = {}) {
    super(code, { cause });
    this.name = "Refusal";
    this.code = code;
  }
}

/** Thrown when a limited action was attempted too often. */
export class TooManyAttempts extends Refusal {
  /** Time to wait, in seconds. */
  readonly seconds: number;

  constructor(seconds: number) {
    super("too_many_attempts");
    this.name = "TooManyAttempts";
    this.seconds = seconds;
  }
}

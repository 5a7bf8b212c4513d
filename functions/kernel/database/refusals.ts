/** Why a store refuses a call. */
export type RefusalCode =
  /** The database does not answer in time, or cannot serve. */
  | "unavailable"
  /** No living session. */
  | "unauthenticated"
  /** The role is another. */
  | "forbidden"
  /** The role is the right one, and this session has to show a passkey before it counts. */
  | "passkey_required"
  /** The first passkey of an administrator is not opened. */
  | "first_passkey_closed"
  /** Who it is was shown too long ago. */
  | "proof_required"
  /** There is nothing of this id that the caller may see. */
  | "missing"
  /** The message that a link leads to is no longer kept. */
  | "gone"
  /** The idempotency key was used for another message. */
  | "idempotency_conflict"
  /** The webhook was taken before. */
  | "replayed"
  /** The account is no longer as it was when the change was decided. */
  | "changed_elsewhere"
  | "too_many_attempts"
  | "last_administrator"
  | "too_many_passkeys"
  /** The challenge of a passkey has been answered before. */
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

/** Thrown by a store that refuses a call. `http/problem-answer.ts` and `accounts/auth-answer.ts` convert it into an answer. */
export class Refusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, { cause }: { cause?: unknown } = {}) {
    super(code, { cause });
    this.name = "Refusal";
    this.code = code;
  }
}

/** Too many attempts at something that is limited. */
export class TooManyAttempts extends Refusal {
  /** How long to wait, in seconds. */
  readonly seconds: number;

  constructor(seconds: number) {
    super("too_many_attempts");
    this.name = "TooManyAttempts";
    this.seconds = seconds;
  }
}

/** Reasons why a store rejects a call, each of which is an answer of the API (`http/problem-answer.ts`). */
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
  /** No row with this id is visible to the caller. */
  | "missing"
  /** The message of a link is deleted. */
  | "gone"
  /** The idempotency key was used for another message. */
  | "idempotency_conflict"
  /** The webhook was already accepted. */
  | "replayed"
  | "too_many_attempts";

/**
 * Thrown by a store that rejects a call. `http/problem-answer.ts` converts it into an answer. A slice with codes of its
 * own extends it and converts those.
 */
export class Refusal<Code extends string = RefusalCode> extends Error {
  readonly code: Code;

  // The code of a slice has to be declared by that slice.
  constructor(code: NoInfer<Code>, { cause }: { cause?: unknown } = {}) {
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

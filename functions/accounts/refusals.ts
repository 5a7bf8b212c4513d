import { Refusal } from "#functions/kernel/database/refusals.ts";

/** Reasons why only calls about accounts are rejected. `auth-error.ts` has their answers. */
export type AccountRefusalCode =
  /** The enrolment of an administrator's first passkey is not open. */
  | "first_passkey_closed"
  /** The last proof of identity is too old. */
  | "proof_required"
  /** The password was set through a mailed link less than a day ago, so it adds no first passkey. */
  | "password_recovered"
  /** The change takes the current password in the same call. */
  | "password_required"
  /** The account has changed since the decision. */
  | "changed_elsewhere"
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

/** Thrown by a store that rejects a call about an account for a reason of accounts. */
export class AccountRefusal extends Refusal<AccountRefusalCode> {}

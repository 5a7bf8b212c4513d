import { isAuthApiError, isAuthSessionMissingError } from "@supabase/auth-js";
import type { AuthErrorCode } from "#functions/contract/auth-code.ts";
import type { AuthConnection } from "./auth-client.ts";

/** Why something was not done; `retryAfter` is the seconds to wait after too many attempts, null when unknown. */
export type Refusal = { error: unknown; retryAfter: number | null };

export type Outcome<Value = null> = Promise<{ refusal: Refusal } | { refusal: null; value: Value }>;

const endings: readonly string[] = [
  "bad_jwt",
  "session_expired",
  "session_not_found",
] satisfies AuthErrorCode[];

/** The data of an answer of the authentication client. @throws its error */
export function unwrap<Answer extends { data: unknown; error: unknown }>({ data, error }: Answer) {
  if (error) throw error;
  return data as Extract<Answer, { error: null }>["data"];
}

/**
 * Turns what is done with a connection into a value or a refusal, never thrown. As `asCaller`, a session that turns out to
 * have ended ends here as well.
 */
export function outcomesOf({ auth, transport }: AuthConnection) {
  async function settled<Value>(work: () => Promise<Value>): Outcome<Value> {
    try {
      return { refusal: null, value: await work() };
    } catch (error) {
      const status = isAuthApiError(error) ? error.status : 0;
      return { refusal: { error, retryAfter: status === 429 ? transport.retryAfter() : null } };
    }
  }
  async function asCaller<Value>(work: () => Promise<Value>): Outcome<Value> {
    const outcome = await settled(work);
    const error = outcome.refusal?.error;
    if (isAuthSessionMissingError(error) || (isAuthApiError(error) && endings.includes(error.code ?? ""))) {
      await auth.signOut({ scope: "local" });
    }
    return outcome;
  }
  return { settled, asCaller };
}

import { isAuthApiError, isAuthSessionMissingError, type User } from "@supabase/auth-js";
import type { MailPurpose, OwnSession, UserResponse } from "#functions/contract/account.ts";
import type { AuthErrorCode } from "#functions/contract/auth-code.ts";
import type { AuthConnection } from "./auth-client.ts";
import { deleteOwnAccount, endOwnSession, listOwnSessions } from "./own-sessions.ts";

/** Why something was not done; `retryAfter` is the seconds to wait after too many attempts, null when unknown. */
export type Refusal = { error: unknown; retryAfter: number | null };

/** Whether a user has yet to choose a password: someone else had signed up with their address, too. */
export const needsPassword = (user: User | undefined): boolean =>
  (user?.app_metadata as UserResponse["app_metadata"] | undefined)?.password_needed === true;

type Outcome<Value = null> = Promise<{ refusal: Refusal } | { refusal: null; value: Value }>;

export type AccountActions = ReturnType<typeof accountActions>;

const endings: readonly string[] = [
  "bad_jwt",
  "session_expired",
  "session_not_found",
] satisfies AuthErrorCode[];

/**
 * What a person does with their account, each answered with a value or a refusal, never thrown. `returnTo` is a
 * page of this site: its language is that of the mail. A session that turns out to have ended ends here as well.
 */
export function accountActions(connection: AuthConnection) {
  const { auth, transport } = connection;

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
  const unwrap = <Answer extends { data: unknown; error: unknown }>({ data, error }: Answer) => {
    if (error) throw error;
    return data as Extract<Answer, { error: null }>["data"];
  };

  return {
    signIn: (email: string, password: string) =>
      settled(async () => unwrap(await auth.signInWithPassword({ email, password }))),
    signUp: (email: string, password: string, returnTo: string) =>
      settled(async () =>
        unwrap(await auth.signUp({ email, password, options: { emailRedirectTo: returnTo } })),
      ),
    /** Mails a link and a code again, or for the first time where a password was forgotten. */
    sendMail: (purpose: "signup" | "recovery", email: string, returnTo: string) =>
      settled(async () =>
        unwrap(
          purpose === "recovery"
            ? await auth.resetPasswordForEmail(email, { redirectTo: returnTo })
            : await auth.resend({ type: purpose, email, options: { emailRedirectTo: returnTo } }),
        ),
      ),
    /** Spends a mailed link. `session` is null after the first half of a change of address. */
    spendLink: (purpose: MailPurpose, tokenHash: string) =>
      settled(async () => unwrap(await auth.verifyOtp({ type: purpose, token_hash: tokenHash }))),
    spendCode: (purpose: MailPurpose, email: string, code: string) =>
      settled(async () => unwrap(await auth.verifyOtp({ type: purpose, email, token: code }))),
    /** `current` is the password so far; a session that came from a recovery link needs none. */
    setPassword: (password: string, current?: string) =>
      asCaller(async () =>
        unwrap(
          await auth.updateUser({
            password,
            ...(current === undefined ? {} : { current_password: current }),
          }),
        ),
      ),
    setEmail: (email: string, returnTo: string) =>
      asCaller(async () => unwrap(await auth.updateUser({ email }, { emailRedirectTo: returnTo }))),
    /** The account as the service has it now, a change of address that waits included. */
    readUser: (): Outcome<User> => asCaller(async () => unwrap(await auth.getUser()).user),
    listSessions: (): Outcome<OwnSession[]> => asCaller(() => listOwnSessions(connection)),
    endSession: (id: string) => asCaller(() => endOwnSession(connection, id)),
    endOtherSessions: () =>
      asCaller(async () => unwrap({ data: null, ...(await auth.signOut({ scope: "others" })) })),
    /** `left` is called once the account is gone, before this browser is signed out of it. */
    deleteAccount: (password: string, left: () => void) =>
      asCaller(async () => {
        await deleteOwnAccount(connection, password);
        left();
        await auth.signOut({ scope: "local" });
      }),
  };
}

import type { User } from "@supabase/auth-js";
import {
  authPath,
  type MailPurpose,
  type OwnSession,
  type UserResponse,
} from "#functions/contract/account.ts";
import type { AuthConnection } from "./auth-client.ts";
import { type Outcome, outcomesOf, unwrap } from "./outcome.ts";
import { deleteOwnAccount, endOwnSession, listOwnSessions } from "./own-sessions.ts";
import { passkeyActions } from "./passkey-actions.ts";

/** Whether a user has yet to choose a password: someone else had signed up with their address, too. */
export const needsPassword = (user: User | undefined): boolean =>
  (user?.app_metadata as UserResponse["app_metadata"] | undefined)?.password_needed === true;

export type AccountActions = ReturnType<typeof accountActions>;

/**
 * What a person does with their account, each answered with a value or a refusal, never thrown. `returnTo` is a
 * page of this site: its language is that of the mail. A session that turns out to have ended ends here as well.
 */
export function accountActions(connection: AuthConnection) {
  const { auth, transport } = connection;

  const { settled, asCaller } = outcomesOf(connection);

  const withCurrent = (current: string | undefined) =>
    current === undefined ? {} : { current_password: current };

  return {
    ...passkeyActions(connection),
    signIn: (email: string, password: string) =>
      settled(async () => unwrap(await auth.signInWithPassword({ email, password }))),
    /** Whether anyone may create an account; where the service does not say, its refusal will. */
    isSignUpClosed: async (): Promise<boolean> => {
      const answer = await transport.fetch(`${authPath}/settings`).catch(() => null);
      const settings = answer?.ok ? ((await answer.json()) as { disable_signup?: boolean }) : {};
      return settings.disable_signup === true;
    },
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
    spendLink: (purpose: MailPurpose | "invite", tokenHash: string) =>
      settled(async () =>
        unwrap(
          await auth.verifyOtp({ type: purpose === "invite" ? "recovery" : purpose, token_hash: tokenHash }),
        ),
      ),
    spendCode: (purpose: MailPurpose, email: string, code: string) =>
      settled(async () => unwrap(await auth.verifyOtp({ type: purpose, email, token: code }))),
    /** `current` is the password so far; a session that came from a recovery link needs none. */
    setPassword: (password: string, current?: string) =>
      asCaller(async () => unwrap(await auth.updateUser({ password, ...withCurrent(current) }))),
    /** `current` is the password, which an account that has none yet needs not. */
    setEmail: (email: string, current: string | undefined, returnTo: string) =>
      asCaller(async () =>
        unwrap(await auth.updateUser({ email, ...withCurrent(current) }, { emailRedirectTo: returnTo })),
      ),
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

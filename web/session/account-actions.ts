import { AuthApiError, isAuthApiError, isAuthSessionMissingError, type User } from "@supabase/auth-js";
import { authPath, type MailPurpose } from "#functions/contract/account.ts";
import type { OwnSession, PasskeyResponse, UserResponse } from "#functions/contract/answers.schema.ts";
import type { AuthErrorCode } from "#functions/contract/auth-code.ts";
import { type AuthConnection, callAuth } from "./auth-client.ts";
import { signOutBrowser } from "./sign-out.ts";

/** The error of a failed action. `retryAfter` is in seconds after too many attempts, null if unknown. */
export type Refusal = { error: unknown; retryAfter: number | null };

export type AccountOutcome<Value = null> = Promise<{ refusal: Refusal } | { refusal: null; value: Value }>;

/** The number of recovery codes, and how many of them are unused. */
type RecoveryCodeCount = { total: number; remaining: number };

export type AccountActions = ReturnType<typeof createAccountActions>;

/**
 * Creates the actions of the account pages. They never reject: an action resolves to a value or a refusal. `returnTo`
 * is an absolute address of this site whose language the mail gets. If the service has ended the session, the actions
 * of the signed-in user end it in this browser too.
 */
export function createAccountActions(connection: AuthConnection) {
  const runner = createRunner(connection);
  return {
    ...createSignInActions(connection, runner),
    ...createOwnAccountActions(connection, runner),
    ...createPasskeyActions(connection, runner),
  };
}

/** Returns whether a user still has to choose a password, because another person had signed up with their address. */
export const needsPassword = (user: User | undefined): boolean =>
  (user?.app_metadata as UserResponse["app_metadata"] | undefined)?.password_needed === true;

/** Returns whether this browser can create and use passkeys. */
export const hasPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === "function";

/** Returns whether an error only means that the user closed the browser's dialog or another request replaced it. */
export const isCanceled = (error: unknown): boolean =>
  error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name);

type Runner = ReturnType<typeof createRunner>;

const sessionEndCodes: readonly string[] = [
  "bad_jwt",
  "session_expired",
  "session_not_found",
] satisfies AuthErrorCode[];

/**
 * Creates the functions that run calls of the authentication service and turn their errors into refusals. `runAsUser`
 * also signs this browser out if the service has ended the session.
 */
function createRunner({ auth, transport }: AuthConnection) {
  async function runAction<Value>(work: () => Promise<Value>): AccountOutcome<Value> {
    try {
      return { refusal: null, value: await work() };
    } catch (error) {
      const status = isAuthApiError(error) ? error.status : 0;
      return { refusal: { error, retryAfter: status === 429 ? transport.retryAfter() : null } };
    }
  }
  async function runAsUser<Value>(work: () => Promise<Value>): AccountOutcome<Value> {
    const outcome = await runAction(work);
    const error = outcome.refusal?.error;
    const code = isAuthApiError(error) ? (error.code ?? "") : "";
    if (isAuthSessionMissingError(error) || sessionEndCodes.includes(code)) {
      await auth.signOut({ scope: "local" });
    }
    return outcome;
  }
  return { runAction, runAsUser };
}

type Answer = { data: unknown; error: unknown };

/** Returns the data of a call of the authentication client. @throws its error */
async function getData<Called extends Answer>(call: Promise<Called>) {
  const { data, error } = await call;
  if (error) throw error;
  return data as Extract<Called, { error: null }>["data"];
}

function createSignInActions({ auth, transport }: AuthConnection, { runAction }: Runner) {
  return {
    signIn: (email: string, password: string) =>
      runAction(() => getData(auth.signInWithPassword({ email, password }))),
    /** Returns whether sign-up is closed, or false if that is unknown: a closed sign-up then rejects the visitor. */
    isSignUpClosed: async (): Promise<boolean> => {
      const read = transport.fetch(`${authPath}/settings`).then((answer) => (answer.ok ? answer.json() : {}));
      const settings: { disable_signup?: boolean } = await read.catch(() => ({}));
      return settings.disable_signup === true;
    },
    signUp: (email: string, password: string, returnTo: string) =>
      runAction(() => getData(auth.signUp({ email, password, options: { emailRedirectTo: returnTo } }))),
    /** Mails a link and a code: another pair for a sign-up, or the first pair for a forgotten password. */
    sendMail: (purpose: "signup" | "recovery", email: string, returnTo: string) =>
      runAction<unknown>(() =>
        purpose === "recovery"
          ? getData(auth.resetPasswordForEmail(email, { redirectTo: returnTo }))
          : getData(auth.resend({ type: purpose, email, options: { emailRedirectTo: returnTo } })),
      ),
    /** Spends a mailed link. `session` is null after the first half of a change of address. */
    spendLink: (purpose: MailPurpose, tokenHash: string) =>
      runAction(() => getData(auth.verifyOtp({ type: purpose, token_hash: tokenHash }))),
    spendCode: (purpose: MailPurpose, email: string, code: string) =>
      runAction(() => getData(auth.verifyOtp({ type: purpose, email, token: code }))),
  };
}

function createOwnAccountActions(connection: AuthConnection, { runAsUser }: Runner) {
  const { auth } = connection;
  const toCurrentPassword = (current: string | undefined) =>
    current === undefined ? {} : { current_password: current };
  return {
    /** `current` may be absent after a recovery or a recent passkey, and for an account without a password. */
    setPassword: (password: string, current?: string) =>
      runAsUser(() => getData(auth.updateUser({ password, ...toCurrentPassword(current) }))),
    /** `current` may be undefined in the same cases. */
    setEmail: (email: string, current: string | undefined, returnTo: string) =>
      runAsUser(() =>
        getData(auth.updateUser({ email, ...toCurrentPassword(current) }, { emailRedirectTo: returnTo })),
      ),
    /** Stores the name and the title under answers. An empty text removes the stored one. */
    setSignature: ({ name, title }: { name: string; title: string }) =>
      runAsUser(() => {
        const toPlain = (value: string) => value.replace(/[\p{Cc}\s]+/gu, " ").trim() || null;
        return getData(auth.updateUser({ data: { name: toPlain(name), title: toPlain(title) } }));
      }),
    /** Reads the account from the service, with its pending change of address. */
    readUser: (): AccountOutcome<User> => runAsUser(async () => (await getData(auth.getUser())).user),
    /** Returns the open sessions of the account, most recently used first. */
    listSessions: (): AccountOutcome<OwnSession[]> =>
      runAsUser(() => callAuth(connection, "GET", "/sessions")),
    /** Ends a session. A session that has already ended is no failure. */
    endSession: (id: string) =>
      runAsUser(() =>
        callAuth(connection, "DELETE", `/sessions/${encodeURIComponent(id)}`).catch((error) => {
          if (!isAuthApiError(error) || error.status !== 404) throw error;
        }),
      ),
    endOtherSessions: () =>
      runAsUser(async () => {
        const { error } = await auth.signOut({ scope: "others" });
        if (error) throw error;
      }),
    /** Deletes the account permanently. Calls `onDeleted` before this browser is signed out. */
    deleteAccount: (password: string, onDeleted: () => void) =>
      runAsUser(async () => {
        await callAuth(connection, "DELETE", "/user", { current_password: password });
        onDeleted();
        await signOutBrowser(auth);
      }),
  };
}

function createPasskeyActions({ auth, transport }: AuthConnection, { runAction, runAsUser }: Runner) {
  // A repeated sign-in creates a session and closes the previous one. After a sign-in to another account, the previous
  // session is restored and the new one is closed.
  async function replaceSession<Value extends { user: { id: string } | null }>(
    signIn: () => Promise<Value>,
  ): Promise<Value> {
    // A session that cannot be ended now expires by itself.
    const endSession = (accessToken: string) => auth.admin.signOut(accessToken, "local").catch(() => {});
    const previousSession = (await auth.getSession()).data.session;
    const value = await signIn();
    if (!previousSession) return value;
    if (value.user?.id !== previousSession.user.id) {
      const newSession = (await auth.getSession()).data.session;
      await auth.setSession(previousSession);
      if (newSession) await endSession(newSession.access_token);
      throw new AuthApiError("This passkey belongs to another account", 400, "other_account");
    }
    await endSession(previousSession.access_token);
    return value;
  }

  return {
    /** Signs in with a passkey. `signal` makes it an offer in the form's field instead of a dialog. */
    signInWithPasskey: (signal?: AbortSignal) =>
      runAction(() =>
        replaceSession(() =>
          getData(
            auth.signInWithPasskey(signal ? { options: { mediation: "conditional", signal } } : undefined),
          ),
        ),
      ),
    /** Proves the identity of the signed-in user with the password. */
    signInAgain: (email: string, password: string) =>
      runAction(() => replaceSession(() => getData(auth.signInWithPassword({ email, password })))),
    /** Adds a passkey in the browser's dialog. An account's first one takes the current password. */
    addPasskey: (current?: string) =>
      runAsUser(() => {
        transport.giveCurrentPassword(current);
        return getData(auth.registerPasskey());
      }),
    listPasskeys: (): AccountOutcome<PasskeyResponse[]> => runAsUser(() => getData(auth.passkey.list())),
    renamePasskey: (passkeyId: string, friendlyName: string) =>
      runAsUser(() => getData(auth.passkey.update({ passkeyId, friendlyName }))),
    removePasskey: (passkeyId: string) => runAsUser(() => getData(auth.passkey.delete({ passkeyId }))),
    countRecoveryCodes: (): AccountOutcome<RecoveryCodeCount> =>
      runAsUser(() => getData(auth.mfa.recoveryCodes.getStatus())),
    /** Returns new codes, which the service never returns again. */
    makeRecoveryCodes: (replace: boolean): AccountOutcome<string[]> =>
      runAsUser(async () => {
        const { recoveryCodes } = auth.mfa;
        return (await getData(replace ? recoveryCodes.regenerate() : recoveryCodes.generate())).codes;
      }),
    spendRecoveryCode: (code: string) => runAsUser(() => getData(auth.mfa.recoveryCodes.verify({ code }))),
  };
}

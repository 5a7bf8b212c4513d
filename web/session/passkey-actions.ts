import { AuthApiError } from "@supabase/auth-js";
import type { PasskeyResponse } from "#functions/contract/account.ts";
import type { AuthConnection } from "./auth-client.ts";
import { type Outcome, outcomesOf, unwrap } from "./outcome.ts";
import { endSessionOf } from "./own-sessions.ts";

/** How many recovery codes there are, and how many are left. */
export type RecoveryCodes = { total: number; remaining: number };

/**
 * What a person does with passkeys and recovery codes, each answered with a value or a refusal. The browser's own dialogs
 * are a part of it: one that is closed is a refusal, too (`isCancelled`).
 */
export function passkeyActions(connection: AuthConnection) {
  const { auth } = connection;
  const { settled, asCaller } = outcomesOf(connection);

  // Who shows again who they are has a new session; the one before would be left open. A passkey of another account is none
  // of theirs: everything stays as it was.
  async function inItsPlace<Value extends { user: { id: string } | null }>(
    signIn: () => Promise<Value>,
  ): Promise<Value> {
    const before = (await auth.getSession()).data.session;
    const value = await signIn();
    if (!before) return value;
    if (value.user?.id !== before.user.id) {
      const other = (await auth.getSession()).data.session;
      await auth.setSession(before);
      if (other) await endSessionOf(connection, other.access_token).catch(() => {});
      throw new AuthApiError("This passkey is another account's", 400, "other_account");
    }
    await endSessionOf(connection, before.access_token).catch(() => {});
    return value;
  }

  return {
    /** Signs in with a passkey that the browser asks for; `signal` is that of an offer in a field, to which no one has to answer. */
    signInWithPasskey: (signal?: AbortSignal) =>
      settled(() =>
        inItsPlace(async () =>
          unwrap(
            await auth.signInWithPasskey(
              signal ? { options: { mediation: "conditional", signal } } : undefined,
            ),
          ),
        ),
      ),
    /** Shows once more who is signed in. */
    signInAgain: (email: string, password: string) =>
      settled(() => inItsPlace(async () => unwrap(await auth.signInWithPassword({ email, password })))),
    addPasskey: () => asCaller(async () => unwrap(await auth.registerPasskey())),
    listPasskeys: (): Outcome<PasskeyResponse[]> => asCaller(async () => unwrap(await auth.passkey.list())),
    renamePasskey: (passkeyId: string, friendlyName: string) =>
      asCaller(async () => unwrap(await auth.passkey.update({ passkeyId, friendlyName }))),
    removePasskey: (passkeyId: string) =>
      asCaller(async () => unwrap(await auth.passkey.delete({ passkeyId }))),
    countRecoveryCodes: (): Outcome<RecoveryCodes> =>
      asCaller(async () => unwrap(await auth.mfa.recoveryCodes.getStatus())),
    /** The codes, which are never told again. */
    makeRecoveryCodes: (replace: boolean): Outcome<string[]> =>
      asCaller(async () => {
        const { recoveryCodes } = auth.mfa;
        return unwrap(await (replace ? recoveryCodes.regenerate() : recoveryCodes.generate())).codes;
      }),
    spendRecoveryCode: (code: string) =>
      asCaller(async () => unwrap(await auth.mfa.recoveryCodes.verify({ code }))),
  };
}

/** Whether this browser can make and use passkeys. */
export const hasPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === "function";

/** Whether a refusal says only that the person closed the browser's dialog, or that something else took its place. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name);

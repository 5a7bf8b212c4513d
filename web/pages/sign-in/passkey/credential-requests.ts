import { useEffect, useEffectEvent, useState } from "react";
import { namePasskey } from "#web/pages/sign-in/account/device.ts";
import { useAuthScreen } from "#web/pages/sign-in/auth-screen-context.tsx";
import { type AccountActions, isCancelled, type Refusal } from "#web/session/account-actions.ts";
import { useSession } from "#web/session/session.tsx";

// A challenge expires after five minutes. The offer is renewed before that.
const offerLifetimeMs = 4 * 60_000;

/**
 * Sends the requests of a sign-in to the browser's credential API, one at a time. `signIn` opens the browser's dialog.
 * Without a dialog and a session, `offersInField` lets the browser list passkeys in the e-mail field
 * (`autocomplete="username webauthn"`). A browser without this feature, or a rejected offer, shows nothing.
 */
export function usePasskeySignIn(onSignedIn: () => void, offersInField = false) {
  const { account, loading, session } = useSession();
  const [isAsking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const isOffered = offersInField && !isAsking && !loading && session === null;
  const acceptOffer = useEffectEvent(onSignedIn);
  useEffect(() => {
    if (!isOffered) return;
    const abortController = new AbortController();
    offerPasskeys(account, abortController.signal).then((isAccepted) => {
      if (isAccepted) acceptOffer();
    });
    return () => abortController.abort();
  }, [isOffered, account]);

  const signIn = async () => {
    if (isAsking) return;
    setRefusal(null);
    setAsking(true);
    const answer = await account.signInWithPasskey();
    setAsking(false);
    if (!answer.refusal) return onSignedIn();
    if (!isCancelled(answer.refusal.error)) setRefusal(answer.refusal);
  };
  return { isAsking, refusal, signIn };
}

/** Offers passkeys until one is chosen (true), or the offer is rejected or closed (false). */
async function offerPasskeys(account: AccountActions, closeSignal: AbortSignal): Promise<boolean> {
  if (!(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.())) return false;
  while (!closeSignal.aborted) {
    const expiry = new AbortController();
    const timer = setTimeout(() => expiry.abort(), offerLifetimeMs);
    const { refusal } = await account.signInWithPasskey(AbortSignal.any([closeSignal, expiry.signal]));
    clearTimeout(timer);
    if (!refusal) return true;
    // A rejected offer would be rejected again.
    if (!expiry.signal.aborted) return false;
  }
  return false;
}

/** Adds a passkey: the browser asks where to store it. A dialog that the user closes is no refusal. */
export function useAddPasskey(onAdded: () => void) {
  const { account } = useSession();
  const { attempt } = useAuthScreen();
  const [isAdding, setAdding] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const add = async () => {
    if (isAdding) return;
    setRefusal(null);
    setAdding(true);
    const answer = await attempt(() => account.addPasskey());
    if (answer && !answer.refusal) {
      const { id, friendly_name: provider } = answer.value;
      const name = namePasskey(navigator.userAgent, provider);
      // The passkey works without a name, so a failure is ignored.
      if (name) await account.renamePasskey(id, name);
    }
    setAdding(false);
    if (!answer) return;
    if (!answer.refusal) return onAdded();
    if (!isCancelled(answer.refusal.error)) setRefusal(answer.refusal);
  };
  return { isAdding, refusal, add };
}

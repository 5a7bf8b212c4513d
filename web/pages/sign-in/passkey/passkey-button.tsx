import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { namePasskey } from "#web/pages/sign-in/account/device.ts";
import { RefusalAlert } from "#web/pages/sign-in/auth-form.tsx";
import { useAuthScreen } from "#web/pages/sign-in/auth-screen-context.tsx";
import { type AccountActions, hasPasskeys, isCanceled, type Refusal } from "#web/session/account-actions.ts";
import { Button } from "#web/ui/button.tsx";

type PasskeyButtonProps = {
  tone?: "accent" | "plain";
  onSignedIn: () => void;
  offersInField?: boolean;
};

/**
 * Shows the button that signs in with a passkey in the browser's dialog. With `offersInField`, the browser also lists
 * passkeys in the email field (`autocomplete="username webauthn"`) while no dialog is open and no session exists. A
 * browser without this feature, or a rejected offer, shows nothing.
 */
export function PasskeyButton({ tone = "plain", onSignedIn, offersInField = false }: PasskeyButtonProps) {
  const { text, account, loading, session } = useAuthScreen();
  const { isPending, refusal, run } = useAction(() => account.signInWithPasskey(), onSignedIn);
  const isOffered = offersInField && !isPending && !loading && session === null;
  const acceptOffer = useEffectEvent(onSignedIn);
  useEffect(() => {
    if (!isOffered) return;
    const abortController = new AbortController();
    void offerPasskeys(account, abortController.signal).then((isAccepted) => {
      if (isAccepted) acceptOffer();
    });
    return () => abortController.abort();
  }, [isOffered, account]);
  return (
    <>
      {refusal && <RefusalAlert refusal={refusal} />}
      <Button tone={tone} aria-disabled={isPending} onClick={run}>
        {text(isPending ? "auth.passkey.pending" : "auth.passkey.submit")}
      </Button>
    </>
  );
}

const subscribeToNothing = () => () => {};

/**
 * Shows the sign-in with a passkey. The prerendered page contains it, so that nothing moves during hydration. The few
 * browsers without passkeys then hide it.
 */
export function PasskeyEntry({ onSignedIn }: { onSignedIn: () => void }) {
  const isSupported = useSyncExternalStore(subscribeToNothing, hasPasskeys, () => true);
  return isSupported && <PasskeyButton onSignedIn={onSignedIn} offersInField />;
}

/**
 * Returns a function that runs an action, one run at a time, and the action's refusal. A dialog that the user closes is
 * no refusal. The action returns null if the user gives no proof of identity.
 */
export function useAction<Value>(
  action: () => Promise<{ refusal: Refusal } | { refusal: null; value: Value } | null>,
  onDone: (value: Value) => void,
) {
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const run = async () => {
    if (isPending) return;
    setRefusal(null);
    setPending(true);
    const answer = await action();
    setPending(false);
    if (!answer) return;
    if (!answer.refusal) return onDone(answer.value);
    if (!isCanceled(answer.refusal.error)) setRefusal(answer.refusal);
  };
  return { isPending, refusal, run };
}

const offerLifetimeMs = 4 * 60_000;

/**
 * Offers passkeys in the email field, and returns whether the visitor signed in with one. A new offer replaces each
 * after four minutes, because its challenge expires after five.
 */
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

/**
 * Returns the action that adds a passkey, and its state. The passkey then gets a name from browser, system and
 * provider, by which the user recognizes it in the list.
 */
export function useAddPasskey(onAdded: () => void) {
  const { account, attempt } = useAuthScreen();
  return useAction(() => attempt((current) => addNamedPasskey(account, current)), onAdded);
}

/** Adds a passkey and names it. `current` is the current password, which an account's first passkey takes. */
export async function addNamedPasskey(account: AccountActions, current?: string) {
  const answer = await account.addPasskey(current);
  if (!answer.refusal) {
    const { id, friendly_name: provider } = answer.value;
    const name = namePasskey(navigator.userAgent, provider);
    // The passkey works without a name, so a failure is ignored.
    if (name) await account.renamePasskey(id, name);
  }
  return answer;
}

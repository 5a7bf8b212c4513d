import { useEffect, useRef } from "react";
import { useSession } from "#web/session/session.tsx";

// A challenge lives for five minutes, the offer as long as the page: it is made anew before.
const offerTime = 4 * 60_000;

/**
 * Lets the browser offer passkeys in the field of the address (`autocomplete="username webauthn"`), as it offers passwords,
 * while `wanted`. Where it cannot, or is refused, nothing is offered and nothing said.
 */
export function usePasskeyOffer(wanted: boolean, onSignedIn: () => void): void {
  const { account, loading, session } = useSession();
  const signedIn = useRef(onSignedIn);
  useEffect(() => {
    signedIn.current = onSignedIn;
  });
  const open = wanted && !loading && session === null;
  useEffect(() => {
    if (!open) return;
    const closed = new AbortController();
    const offer = async () => {
      if (!(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.())) return;
      while (!closed.signal.aborted) {
        const over = new AbortController();
        const renew = setTimeout(() => over.abort(), offerTime);
        const { refusal } = await account.signInWithPasskey(AbortSignal.any([closed.signal, over.signal]));
        clearTimeout(renew);
        if (!refusal) return signedIn.current();
        // It was not the time that ended it: asking again would be refused again.
        if (!over.signal.aborted) return;
      }
    };
    offer();
    return () => closed.abort();
  }, [open, account]);
}

import { useSyncExternalStore } from "react";
import { useText } from "#web/language/use-text.ts";
import { RefusalAlert } from "#web/pages/sign-in/auth-form.tsx";
import { hasPasskeys } from "#web/session/account-actions.ts";
import { Button } from "#web/ui/button.tsx";
import { usePasskeySignIn } from "./credential-requests.ts";

type PasskeyButtonProps = {
  tone?: "accent" | "plain";
  onSignedIn: () => void;
  /** Also offers passkeys in the e-mail field. */
  offersInField?: boolean;
};

/** Signs in with a passkey, which the browser lets the user choose. */
export function PasskeyButton({ tone = "plain", onSignedIn, offersInField }: PasskeyButtonProps) {
  const text = useText();
  const { isAsking, refusal, signIn } = usePasskeySignIn(onSignedIn, offersInField);
  return (
    <>
      {refusal && <RefusalAlert refusal={refusal} />}
      <Button tone={tone} aria-disabled={isAsking} onClick={signIn}>
        {text(isAsking ? "auth.passkey.pending" : "auth.passkey.submit")}
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

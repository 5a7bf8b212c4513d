import { useState } from "react";
import { useText } from "#web/language/use-text.ts";
import { RefusalAlert } from "#web/pages/sign-in/refusal-alert.tsx";
import type { Refusal } from "#web/session/account-actions.ts";
import { isCancelled } from "#web/session/account-actions.ts";
import { useSession } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";

type PasskeyButtonProps = {
  tone?: "accent" | "plain";
  onSignedIn: () => void;
  /** Says that the browser's dialog is open, so that nothing else asks for a passkey. */
  onAsking?: (asking: boolean) => void;
};

/** Signs in with a passkey: the browser shows which ones there are. */
export function PasskeyButton({ tone = "plain", onSignedIn, onAsking }: PasskeyButtonProps) {
  const text = useText();
  const { account } = useSession();
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const ask = async (open: boolean) => {
    setAsking(open);
    onAsking?.(open);
  };
  const signIn = async () => {
    if (asking) return;
    setRefusal(null);
    ask(true);
    const answer = await account.signInWithPasskey();
    ask(false);
    if (!answer.refusal) return onSignedIn();
    if (!isCancelled(answer.refusal.error)) setRefusal(answer.refusal);
  };
  return (
    <>
      {refusal && <RefusalAlert refusal={refusal} />}
      <Button tone={tone} aria-disabled={asking} onClick={signIn}>
        {text(asking ? "auth.passkey.pending" : "auth.passkey.submit")}
      </Button>
    </>
  );
}

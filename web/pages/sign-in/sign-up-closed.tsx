import { useEffect, useEffectEvent } from "react";
import { useText } from "#web/language/use-text.ts";
import { useSession } from "#web/session/session.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import type { View } from "./view.ts";

/** Asks whether accounts are created at all, when a visitor is about to create one. */
export function useSignUpClosed(view: View, show: (view: View) => void): void {
  const { account } = useSession();
  const asks = view.name === "sign_up" && !view.closed;
  const close = useEffectEvent(() => {
    if (view.name === "sign_up") show({ name: "sign_up", closed: true });
  });
  useEffect(() => {
    if (!asks) return;
    account.isSignUpClosed().then((closed) => {
      if (closed) close();
    });
  }, [asks, account]);
}

/** Stands in the place of the form while no accounts are created. */
export function SignUpClosed({ show }: { show: (view: View) => void }) {
  const text = useText();
  return (
    <>
      <Alert tone="caution">
        <p>{text("auth.error.signUpClosed")}</p>
      </Alert>
      <Button tone="accent" onClick={() => show({ name: "sign_in" })}>
        {text("auth.signIn.submit")}
      </Button>
    </>
  );
}

import { useEffect, useState } from "react";
import { toPlainEmail } from "#functions/contract/characters.ts";
import { useText } from "#web/language/use-text.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { keepsStorage } from "#web/ui/storage.ts";
import { useToast } from "#web/ui/toast.tsx";
import { PasskeyEntry } from "./passkey/passkey-entry.tsx";
import { usePasskeyOffer } from "./passkey/use-passkey-offer.ts";
import * as css from "./sign-in.css.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpClosed, useSignUpClosed } from "./sign-up-closed.tsx";
import type { Arrival } from "./use-departure.ts";
import type { View } from "./view.ts";

type EntryFormProps = {
  view: View;
  /** The account is asked for: who it is has to be known first. */
  asksFirst: boolean;
  email: string;
  onEmail: (email: string) => void;
  leaving: boolean;
  /** Notes how the visitor comes to be signed in. */
  arrive: (how: Arrival) => void;
  returnTo: () => string;
  show: (view: View) => void;
};

/** Signing in or signing up, with the way from one to the other. */
export function EntryForm({
  view,
  asksFirst,
  email,
  onEmail,
  leaving,
  arrive,
  returnTo,
  show,
}: EntryFormProps) {
  const text = useText();
  const toast = useToast();
  useSignUpClosed(view, show);
  const mode = view.name === "sign_up" ? "sign_up" : "sign_in";
  const [asking, setAsking] = useState(false);
  const signedIn = () => {
    arrive("signed_in");
    if (asksFirst) toast({ title: text("auth.signIn.done"), description: text("auth.signIn.doneDetail") });
  };
  usePasskeyOffer(mode === "sign_in" && !asking, signedIn);
  const isForbidden = useForbiddenStorage();
  if (isForbidden && view.name === "sign_in" && !asksFirst) return <StorageForbidden />;
  if (view.name === "sign_up" && view.closed) return <SignUpClosed show={show} />;
  return (
    <>
      <SignInForm
        mode={mode}
        email={email}
        leaving={leaving}
        returnTo={returnTo}
        onSignedIn={signedIn}
        onSignedUp={(address) => {
          toast({ title: text("auth.signUp.done"), description: text("auth.signUp.doneDetail") });
          show({ name: "check_mail", purpose: "signup", email: address, sentAt: Date.now() });
        }}
        show={show}
      />
      {mode === "sign_in" && !leaving && <PasskeyEntry onSignedIn={signedIn} onAsking={setAsking} />}
      {!asksFirst && (
        <div className={css.toggle}>
          <Button
            tone="quiet"
            size="small"
            onClick={() => {
              // Also what was typed before anything here could hear it.
              const typed = document.querySelector<HTMLInputElement>("main [name=email]");
              if (typed) onEmail(toPlainEmail(typed.value));
              show({ name: view.name === "sign_in" ? "sign_up" : "sign_in" });
            }}
          >
            {text(view.name === "sign_in" ? "auth.signUp.toggle" : "auth.signIn.toggle")}
          </Button>
        </div>
      )}
    </>
  );
}

/** Whether the browser forbids this site to store anything; known once the page is there. */
function useForbiddenStorage(): boolean {
  const [isForbidden, setForbidden] = useState(false);
  useEffect(() => setForbidden(!keepsStorage()), []);
  return isForbidden;
}

/** In the place of a form whose session would be lost on the way to the next page, and be asked for there again. */
function StorageForbidden() {
  const text = useText();
  return (
    <Alert tone="critical">
      <p>{text("auth.storageForbidden")}</p>
      <Button size="small" onClick={() => location.reload()}>
        {text("failed.reload")}
      </Button>
    </Alert>
  );
}

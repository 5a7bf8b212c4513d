import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { readSignUpOpen } from "#web/api/auth-settings.ts";
import { returnAddress } from "#web/api/return-address.ts";
import { SessionProvider, useSession } from "#web/api/session.tsx";
import { path } from "#web/app/paths.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { type FlashToast, leaveFlash } from "#web/ui/flash.ts";
import { Container } from "#web/ui/layout.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import { ToastProvider, useToast } from "#web/ui/toast.tsx";
import type { Credentials, Mode } from "./credentials.ts";
import { departure, type Notice } from "./redirect.ts";
import * as css from "./sign-in.css.ts";
import { SignInForm } from "./sign-in-form.tsx";

/** Where administrators sign in, and where an account is created while that is open. */
export default function SignInPage() {
  const text = useText();
  return (
    <ToastProvider labels={{ region: text("toasts.region"), dismiss: text("toasts.dismiss") }}>
      <SessionProvider>
        <SignIn />
      </SessionProvider>
    </ToastProvider>
  );
}

function SignIn() {
  const text = useText();
  const toast = useToast();
  const language = useLanguage();
  const { signIn, signUp, user, roleFailed } = useSession();
  const [mode, setMode] = useState<Mode>("sign_in");
  const signUpOpen = useSignUpOpen();
  const signedInHere = useRef(false);
  useDeparture(signedInHere);

  const send = async ({ email, password }: Credentials) => {
    if (mode === "sign_in") {
      signedInHere.current = true;
      const error = await signIn(email, password);
      if (error) signedInHere.current = false;
      return error;
    }
    const error = await signUp(email, password, new URL(path("home", language), location.origin).href);
    if (!error) {
      toast({ title: text("auth.signUp.done"), description: text("auth.signUp.doneDetail") });
      setMode("sign_in");
    }
    return error;
  };
  const place = mode === "sign_in" ? "auth.signIn" : "auth.signUp";
  const otherPlace = mode === "sign_in" ? "auth.signUp" : "auth.signIn";

  return (
    <Container>
      <div className={css.page}>
        <div className={css.intro}>
          <Heading level={1} size="heading">
            {text(`${place}.title`)}
          </Heading>
          <Text tone="quiet">{text(`${place}.lead`)}</Text>
        </div>
        <div className={css.panel}>
          <noscript>
            <Text>{text("needsScript")}</Text>
          </noscript>
          {user && roleFailed && (
            <Alert tone="critical">
              <p>{text("auth.roleRetry")}</p>
            </Alert>
          )}
          <SignInForm mode={mode} send={send} leaving={user !== null} />
          {signUpOpen && (
            <div className={css.toggle}>
              <Button
                tone="quiet"
                size="small"
                onClick={() => setMode(mode === "sign_in" ? "sign_up" : "sign_in")}
              >
                {text(`${otherPlace}.toggle`)}
              </Button>
            </div>
          )}
        </div>
      </div>
    </Container>
  );
}

// Leaves once it is known where to, and takes along what is to be said there.
function useDeparture(signedInHere: { current: boolean }) {
  const text = useText();
  const language = useLanguage();
  const session = useSession();
  const { search } = useLocation();
  const leaving = useRef(false);

  useEffect(() => {
    const home = path("home", language);
    const next = returnAddress(search);
    const going = departure(session, { home, next, signedInHere: signedInHere.current });
    if (!going || leaving.current) return;
    leaving.current = true;
    const signedIn: FlashToast = {
      title: text("auth.signIn.done"),
      description: text("auth.signIn.doneDetail"),
      tone: "success",
    };
    const flashes: Record<Notice, FlashToast> = {
      signed_in: signedIn,
      signed_in_admin: {
        ...signedIn,
        action: { label: text("auth.signIn.openInbox"), href: path("inbox", language) },
      },
      admins_only: {
        title: text("inbox.adminsOnly"),
        description: text("inbox.adminsOnlyDetail"),
        tone: "critical",
      },
    };
    for (const notice of going.notices) leaveFlash(flashes[notice]);
    location.replace(going.to);
  }, [session, search, language, text, signedInHere]);
}

function useSignUpOpen(): boolean {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    // A service that does not answer offers no accounts: the form says so when it is used.
    readSignUpOpen(leaving.signal).then(setOpen, () => {});
    return () => leaving.abort();
  }, []);
  return open;
}

import { useEffect, useEffectEvent, useState } from "react";
import { toPlainEmail } from "#functions/contract/characters.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { isStorageAvailable } from "#web/ui/storage.ts";
import { AuthForm, QuietButton, ViewButton } from "./auth-form.tsx";
import { useAuthScreen } from "./auth-screen-context.tsx";
import { checkSignIn, checkSignUp } from "./credentials.ts";
import { EmailField } from "./email-field.tsx";
import { PasskeyEntry } from "./passkey/passkey-button.tsx";
import { NewPasswordFields, PasswordField } from "./password-fields.tsx";

/**
 * Shows the sign-in form with its passkey button, or the sign-up form, and a button that switches between both. A
 * signed-out visitor of the account page (`needsSignIn`) can only sign in.
 */
export function EntryForm() {
  const { text, toast, view, needsSignIn, isLeaving, arrive } = useAuthScreen();
  useSignUpNotice();
  const isForbidden = useForbiddenStorage();
  const onSignedIn = () => {
    arrive("signed_in");
    if (needsSignIn) toast({ title: text("auth.signIn.done"), description: text("auth.signIn.doneDetail") });
  };
  if (isForbidden && view.name === "sign_in" && !needsSignIn) return <StorageForbidden />;
  if (view.name === "sign_up") {
    if (view.closed) return <SignUpClosed />;
    return (
      <>
        <SignUpForm />
        <OtherEntry />
      </>
    );
  }
  return (
    <>
      <SignInForm onSignedIn={onSignedIn} />
      {!isLeaving && <PasskeyEntry onSignedIn={onSignedIn} />}
      {!needsSignIn && <OtherEntry />}
    </>
  );
}

function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { text, account, email, show } = useAuthScreen();
  return (
    <AuthForm
      check={checkSignIn}
      send={(fields) => account.signIn(fields.email, fields.password)}
      onDone={onSignedIn}
      submit={{ label: "auth.signIn.submit", pending: "auth.signIn.pending" }}
      tooMany="auth.error.tooManySignIn"
      remedy={(message) => {
        if (message === "auth.error.tooMany") {
          return { label: text("auth.recover.askForLink"), run: () => show({ name: "recover" }) };
        }
        if (message !== "auth.error.unconfirmed") return null;
        return {
          label: text("auth.mail.resend"),
          // Without a `sentAt`, the view permits another mail at once.
          run: (fields) => show({ name: "check_mail", purpose: "signup", email: fields.email, sentAt: 0 }),
        };
      }}
    >
      <EmailField autoComplete="username webauthn" defaultValue={email} />
      <div>
        <PasswordField label={text("auth.password")} name="password" autoComplete="current-password" />
        <ViewButton view={{ name: "recover" }} label="auth.signIn.forgot" isQuiet />
      </div>
    </AuthForm>
  );
}

function SignUpForm() {
  const { text, toast, account, email, returnTo, show } = useAuthScreen();
  return (
    <AuthForm
      check={checkSignUp}
      send={(fields) => account.signUp(fields.email, fields.password, returnTo())}
      onDone={(_, fields) => {
        toast({ title: text("auth.signUp.done"), description: text("auth.signUp.doneDetail") });
        show({ name: "check_mail", purpose: "signup", email: fields.email, sentAt: Date.now() });
      }}
      submit={{ label: "auth.signUp.submit", pending: "auth.signUp.pending" }}
      remedy={(message) =>
        message === "auth.error.signUpClosed"
          ? { label: text("auth.signIn.submit"), run: () => show({ name: "sign_in" }) }
          : null
      }
    >
      <EmailField autoComplete="username" defaultValue={email} />
      <NewPasswordFields label={text("auth.password")} email={email} />
    </AuthForm>
  );
}

/** Shows the button that switches between sign-in and sign-up, and carries over the typed email address. */
function OtherEntry() {
  const { view, show, typeEmail } = useAuthScreen();
  const isSignIn = view.name === "sign_in";
  const onClick = () => {
    // Reads the field, because the visitor can have typed before hydration.
    const field = document.querySelector<HTMLInputElement>("main [name=email]");
    if (field) typeEmail(toPlainEmail(field.value));
    show({ name: isSignIn ? "sign_up" : "sign_in" });
  };
  return <QuietButton label={isSignIn ? "auth.signUp.toggle" : "auth.signIn.toggle"} onClick={onClick} />;
}

/** Replaces an opened sign-up form with a notice if the service creates no accounts. */
function useSignUpNotice(): void {
  const { account, view, show } = useAuthScreen();
  const isOpen = view.name === "sign_up" && !view.closed;
  const close = useEffectEvent(() => {
    if (view.name === "sign_up") show({ name: "sign_up", closed: true });
  });
  useEffect(() => {
    if (!isOpen) return;
    account.isSignUpClosed().then((isClosed) => {
      if (isClosed) close();
    });
  }, [isOpen, account]);
}

function SignUpClosed() {
  const { text } = useAuthScreen();
  return (
    <>
      <Alert tone="caution" text={text("auth.error.signUpClosed")} />
      <ViewButton view={{ name: "sign_in" }} label="auth.signIn.submit" />
    </>
  );
}

/** Returns whether the browser forbids this site to store anything; false until the page is hydrated. */
function useForbiddenStorage(): boolean {
  const [isForbidden, setForbidden] = useState(false);
  useEffect(() => setForbidden(!isStorageAvailable()), []);
  return isForbidden;
}

/**
 * Replaces the sign-in form if the browser forbids storage: the next page would have no session and ask for a sign-in
 * again.
 */
function StorageForbidden() {
  const { text } = useAuthScreen();
  return (
    <Alert tone="critical" text={text("auth.storageForbidden")}>
      <Button size="small" onClick={() => location.reload()}>
        {text("failed.reload")}
      </Button>
    </Alert>
  );
}

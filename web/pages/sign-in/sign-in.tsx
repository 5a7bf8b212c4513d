import type { Session } from "@supabase/auth-js";
import { type FormEvent, Fragment, useEffect } from "react";
import { languages } from "#cms/content/site.ts";
import { accountFragment } from "#functions/contract/account.ts";
import { useText } from "#web/language/use-text.ts";
import { needsPassword } from "#web/session/account-actions.ts";
import { SessionProvider } from "#web/session/session.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Container } from "#web/ui/layout.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import { ToastProvider } from "#web/ui/toast.tsx";
import { Account } from "./account/account.tsx";
import { ViewButton } from "./auth-form.tsx";
import { AuthScreenProvider, titleId, useAuthScreen } from "./auth-screen-context.tsx";
import { CodeForm, Resend } from "./check-mail.tsx";
import { EntryForm } from "./entry-form.tsx";
import { PasskeyNeeded } from "./passkey/passkey-needed.tsx";
import { MailForm, NewPassword, OpenedLink, SpentLink } from "./recovery-views.tsx";
import * as css from "./sign-in.css.ts";
import type { View } from "./types.ts";
import { getViewMessages } from "./view.ts";

/** Replaces the part of the document's title before the brand name. */
function setTitle(title: string): void {
  document.title = document.title.replace(/^.*(?= · )/, () => title);
}

/** Shows the page on which users sign in, sign up, recover an account and manage it. */
export default function SignInPage() {
  const text = useText();
  return (
    <ToastProvider labels={{ region: text("toasts.region"), dismiss: text("toasts.dismiss") }}>
      <SessionProvider>
        <AuthScreenProvider>
          <SignInScreen />
        </AuthScreenProvider>
      </SessionProvider>
    </ToastProvider>
  );
}

/** Returns the address that a view names in its lead; an empty text if it names none. */
function getViewAddress(view: View): string {
  if (view.name === "new_password") return view.invited ?? "";
  return "email" in view ? view.email : "";
}

/** Shows one view at a time: its title on the left, its form on the right. */
function SignInScreen() {
  const { text, session, loading, user, roleFailed, view, needsSignIn, typeEmail } = useAuthScreen();
  const isEntry = view.name === "sign_in" || view.name === "sign_up" || needsSignIn;
  const messages = needsSignIn
    ? ({ title: "auth.signIn.title", lead: "auth.signIn.forAccount" } as const)
    : getViewMessages(view);
  const title = text(messages.title);

  useEffect(() => setTitle(title), [title]);

  const onInput = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement && target.name === "email") typeEmail(target.value.trim());
  };

  return (
    <Container>
      {/* Styles hide the prerendered form of an address that requests the account. */}
      {languages.map((language) => (
        <span key={language} className={css.accountTarget} id={accountFragment(language)} />
      ))}
      <div className={css.page} data-ready={loading ? undefined : ""} onInput={onInput}>
        <div className={css.intro}>
          <Heading level={1} size="heading" id={titleId}>
            {title}
          </Heading>
          {messages.lead && <Text tone="quiet">{text(messages.lead, { email: getViewAddress(view) })}</Text>}
        </div>
        <div className={view.name === "account" && session ? css.wide : css.panel}>
          <noscript>
            <Text>{text("needsScript")}</Text>
          </noscript>
          {isEntry && user && roleFailed && <Alert tone="critical" text={text("auth.roleRetry")} />}
          {isEntry ? <EntryForm /> : <OtherView />}
        </div>
      </div>
    </Container>
  );
}

/**
 * Shows a view other than the sign-in and the sign-up. The views of a recovery or a mailed link also have a button back
 * to the sign-in, for signed-out visitors.
 */
function OtherView() {
  const { session, view } = useAuthScreen();
  const hasBackButton = ["recover", "link", "spent_link"].includes(view.name) && !session;
  return (
    <>
      <ViewContent />
      {hasBackButton && <ViewButton view={{ name: "sign_in" }} label="auth.back" isQuiet />}
    </>
  );
}

/** Shows the current view of the sign-in page, except sign-in and sign-up, which `EntryForm` shows. */
function ViewContent() {
  const { session, view } = useAuthScreen();
  const onSpent = useSpentHandler(view);
  switch (view.name) {
    case "check_mail":
      return (
        <Fragment key={`${view.purpose} ${view.email}`}>
          <CodeForm purpose={view.purpose} email={view.email} onSpent={onSpent} />
          <Resend view={view} />
        </Fragment>
      );
    case "recover":
      return <MailForm purpose="recovery" label="auth.recover.submit" />;
    case "link":
      return <OpenedLink key={view.tokenHash} view={view} onSpent={onSpent} />;
    case "spent_link":
      return <SpentLink view={view} />;
    case "half_changed":
      return <ViewButton view={{ name: "account" }} label="auth.half.account" />;
    case "new_password":
      return <NewPassword invited={view.invited !== undefined} />;
    case "passkey":
      return <PasskeyNeeded />;
    case "account":
      return session && <Account />;
    default:
      return null;
  }
}

/** Returns a function that shows the next view after the authentication service has accepted a mailed link or code. */
function useSpentHandler(view: View) {
  const { text, toast, arrive, show } = useAuthScreen();
  const purpose = "purpose" in view ? view.purpose : null;
  return (startedSession: Session | null) => {
    if (purpose === "recovery") return show({ name: "new_password" });
    if (purpose === "invite")
      return show({ name: "new_password", invited: startedSession?.user.email ?? "" });
    if (needsPassword(startedSession?.user)) return show({ name: "new_password", first: true });
    if (purpose === "email_change" && !startedSession) return show({ name: "half_changed" });
    if (purpose === "email_change") {
      toast({ title: text("account.email.done") });
      return show({ name: "account" });
    }
    // The sign-up has started a session, so the sign-in view redirects to the user's destination.
    arrive("confirmed");
    show({ name: "sign_in" });
  };
}

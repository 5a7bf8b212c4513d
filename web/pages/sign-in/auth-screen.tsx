import type { Session } from "@supabase/auth-js";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { path } from "#cms/content/site.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { needsPassword } from "#web/session/account-actions.ts";
import { useSession } from "#web/session/session.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Container } from "#web/ui/layout.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { Account } from "./account/account.tsx";
import { CheckMail } from "./check-mail.tsx";
import { MailForm } from "./mail-form.tsx";
import { NewPassword } from "./new-password.tsx";
import { OpenedLink } from "./opened-link.tsx";
import * as css from "./sign-in.css.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { SpentLink } from "./spent-link.tsx";
import { type Arrival, useDeparture } from "./use-departure.ts";
import { useView } from "./use-view.ts";
import { toView, type View } from "./view.ts";
import { viewWords } from "./view-words.ts";

/** Puts a title before the brand, which stays as the document came. */
function nameDocument(title: string): void {
  document.title = document.title.replace(/^.*(?= · )/, () => title);
}

/** Everything about accounts, one view at a time: its title at the left, what to do at the right. */
export function AuthScreen() {
  const text = useText();
  const toast = useToast();
  const language = useLanguage();
  const { session, loading, user, roleFailed } = useSession();
  const { view, show, titleElement } = useView();
  const [email, setEmail] = useState("");
  const arrival = useRef<Arrival | null>(null);
  const leaving = useDeparture(view, arrival);
  useEndedSession(view);

  const returnTo = () => new URL(path("home", language), location.origin).href;
  // One's own account asks who one is first; everything else about it is at the same address.
  const asksFirst = view.name === "account" && !loading && !session;
  const form = view.name === "sign_in" || view.name === "sign_up" || asksFirst;
  const { title, lead } = viewWords(view, text, asksFirst);

  useEffect(() => nameDocument(title), [title]);

  const remember = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement && target.name === "email") setEmail(target.value.trim());
  };
  const spent = (purpose: Extract<View, { name: "link" }>["purpose"], started: Session | null) => {
    if (purpose === "recovery") return show({ name: "new_password" });
    if (needsPassword(started?.user)) return show({ name: "new_password", first: true });
    if (purpose === "email_change" && !started) return show({ name: "half_changed" });
    if (purpose === "email_change") {
      toast({ title: text("account.email.done") });
      return show({ name: "account" });
    }
    arrival.current = "confirmed";
    show({ name: "sign_in" });
  };

  return (
    <Container>
      <span className={css.accountAsked} id="cuenta" />
      <span className={css.accountAsked} id="account" />
      <div className={css.page} data-ready={loading ? undefined : ""} onInput={remember}>
        <div className={css.intro}>
          <Heading level={1} size="heading" id={titleElement}>
            {title}
          </Heading>
          {lead && <Text tone="quiet">{text(lead, { email: "email" in view ? view.email : "" })}</Text>}
        </div>
        <div className={view.name === "account" && session ? css.wide : css.panel}>
          <noscript>
            <Text>{text("needsScript")}</Text>
          </noscript>
          {form && user && roleFailed && (
            <Alert tone="critical">
              <p>{text("auth.roleRetry")}</p>
            </Alert>
          )}
          {form && (
            <SignInForm
              mode={view.name === "sign_up" ? "sign_up" : "sign_in"}
              email={email}
              leaving={leaving}
              returnTo={returnTo}
              onSignedIn={() => {
                arrival.current = "signed_in";
                if (asksFirst) {
                  toast({ title: text("auth.signIn.done"), description: text("auth.signIn.doneDetail") });
                }
              }}
              onSignedUp={(address) => {
                toast({ title: text("auth.signUp.done"), description: text("auth.signUp.doneDetail") });
                show({ name: "check_mail", purpose: "signup", email: address, sentAt: Date.now() });
              }}
              show={show}
            />
          )}
          {form && !asksFirst && (
            <div className={css.toggle}>
              <Button
                tone="quiet"
                size="small"
                onClick={() => {
                  // Also what was typed before anything here could hear it.
                  const typed = document.querySelector<HTMLInputElement>("main [name=email]");
                  if (typed) setEmail(typed.value.trim());
                  show({ name: view.name === "sign_in" ? "sign_up" : "sign_in" });
                }}
              >
                {text(view.name === "sign_in" ? "auth.signUp.toggle" : "auth.signIn.toggle")}
              </Button>
            </div>
          )}
          {view.name === "check_mail" && (
            <CheckMail
              key={`${view.purpose} ${view.email}`}
              view={view}
              returnTo={returnTo()}
              leaving={leaving}
              onSpent={(started) => spent(view.purpose, started)}
              show={show}
            />
          )}
          {view.name === "recover" && (
            <MailForm
              purpose="recovery"
              email={email}
              returnTo={returnTo()}
              submit={{ label: "auth.recover.submit", pending: "auth.recover.pending" }}
              show={show}
            />
          )}
          {view.name === "link" && (
            <OpenedLink
              key={view.tokenHash}
              view={view}
              onSpent={(started) => spent(view.purpose, started)}
              show={show}
            />
          )}
          {view.name === "spent_link" && (
            <SpentLink view={view} email={email} returnTo={returnTo()} show={show} />
          )}
          {view.name === "half_changed" && (
            <Button tone="accent" onClick={() => show({ name: "account" })}>
              {text("auth.half.account")}
            </Button>
          )}
          {view.name === "new_password" && (
            <NewPassword
              onSaved={() => {
                arrival.current = "password_saved";
                show({ name: "sign_in" });
              }}
              show={show}
            />
          )}
          {["recover", "link", "spent_link"].includes(view.name) && !session && (
            <div className={css.toggle}>
              <Button tone="quiet" size="small" onClick={() => show({ name: "sign_in" })}>
                {text("auth.back")}
              </Button>
            </div>
          )}
          {view.name === "account" && session && <Account returnTo={returnTo()} />}
        </div>
      </div>
    </Container>
  );
}

// Tells a user who looks at their account that their session ended elsewhere.
function useEndedSession(view: View) {
  const text = useText();
  const toast = useToast();
  const { session, loading } = useSession();
  const had = useRef(false);
  useEffect(() => {
    if (loading) return;
    if (had.current && !session && view.name === "account" && toView(location.hash)) {
      toast({ title: text("auth.error.sessionEnded"), tone: "critical" });
    }
    had.current = session !== null;
  }, [session, loading, view, text, toast]);
}

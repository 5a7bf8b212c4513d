import { type FormEvent, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { languages, path } from "#cms/content/site.ts";
import { accountFragment } from "#functions/contract/account.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { returnAddress } from "#web/session/return-address.ts";
import { useSession } from "#web/session/session.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { type FlashToast, leaveFlash } from "#web/ui/flash.ts";
import { Container } from "#web/ui/layout.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { EntryForm } from "./entry-form.tsx";
import * as css from "./sign-in.css.ts";
import { type Arrival, useDeparture } from "./use-departure.ts";
import { focusTitle, useView } from "./use-view.ts";
import { isForSignedIn, toView, type View } from "./view.ts";
import { ViewPart } from "./view-part.tsx";
import { viewWords } from "./view-words.ts";

/** Puts a title before the brand, which stays as the document came. */
function nameDocument(title: string): void {
  document.title = document.title.replace(/^.*(?= · )/, () => title);
}

/** Everything about accounts, one view at a time: its title at the left, what to do at the right. */
export function AuthScreen() {
  const text = useText();
  const language = useLanguage();
  const { session, loading, user, roleFailed, needsPasskey } = useSession();
  const { view: asked, show, titleElement } = useView();
  const { search } = useLocation();
  // On the way to the inbox, which opens to passkeys only.
  const stopped = needsPasskey && !isForSignedIn(asked) && returnAddress(search) !== null;
  const view: View = stopped ? { name: "passkey" } : asked;
  useEffect(() => {
    if (stopped) focusTitle();
  }, [stopped]);
  const [email, setEmail] = useState("");
  const [hasLeft, setHasLeft] = useState(false);
  const arrival = useRef<Arrival | null>(null);
  const leaving = useDeparture(view, arrival);
  useEndedSession(view);

  const returnTo = () => new URL(path("home", language), location.origin).href;
  // One's own account asks who one is first; everything else about it is at the same address.
  const asksFirst = view.name === "account" && !loading && !session && !hasLeft;
  const form = view.name === "sign_in" || view.name === "sign_up" || asksFirst;
  const { title, lead } = viewWords(view, text, asksFirst);

  useEffect(() => nameDocument(title), [title]);

  const arrive = (how: Arrival) => {
    arrival.current = how;
  };
  // Until the next page opens nothing asks the user to sign in: a passkey would sign them in again.
  const leaveAccount = (toast: FlashToast) => {
    leaveFlash(toast);
    setHasLeft(true);
    history.replaceState(history.state, "", location.pathname);
  };
  const remember = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement && target.name === "email") setEmail(target.value.trim());
  };

  return (
    <Container>
      {languages.map((language) => (
        <span key={language} className={css.accountAsked} id={accountFragment(language)} />
      ))}
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
            <EntryForm
              view={view}
              asksFirst={asksFirst}
              email={email}
              onEmail={setEmail}
              leaving={leaving}
              arrive={arrive}
              returnTo={returnTo}
              show={show}
            />
          )}
          {!form && (
            <ViewPart
              view={view}
              email={email}
              leaving={leaving}
              arrive={arrive}
              returnTo={returnTo()}
              show={show}
              onLeave={leaveAccount}
            />
          )}
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

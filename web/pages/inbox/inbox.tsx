import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { path } from "#cms/content/site.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { signInAddress } from "#web/session/return-address.ts";
import { SessionProvider, useSession } from "#web/session/session.tsx";
import { leaveFlash } from "#web/ui/flash.ts";
import { Heading, Text } from "#web/ui/text.tsx";
import { ToastProvider } from "#web/ui/toast.tsx";
import { ChangesProvider } from "./changes/changes.tsx";
import { inboxView } from "./gate/redirect.ts";
import { SignInAgain } from "./gate/sign-in-again.tsx";
import * as css from "./inbox-screen.css.ts";
import { InboxScreen } from "./inbox-screen.tsx";
import { Notice, Waiting } from "./notice.tsx";
import { createQueryClient } from "./query-client.ts";
import { RequestErrorContext } from "./request-errors.ts";

/** Where administrators read and handle contact messages. */
export default function InboxPage() {
  const text = useText();
  return (
    <ToastProvider labels={{ region: text("toasts.region"), dismiss: text("toasts.dismiss") }}>
      <SessionProvider>
        <Gate />
      </SessionProvider>
    </ToastProvider>
  );
}

/** Lets in who may come in, once that is known, and takes everyone else where they belong. */
function Gate() {
  const session = useSession();
  const { pathname, search } = useLocation();
  const elsewhere = signInAddress(useLanguage(), pathname + search);
  const [client] = useState(createQueryClient);
  const { view, insider, interrupted, forbid, signOut } = useGate(client, elsewhere);
  useFreshReturn();

  if (insider && (view === "inbox" || interrupted)) {
    return (
      <RequestErrorContext value={forbid}>
        <QueryClientProvider client={client}>
          <ChangesProvider key={insider.id}>
            {interrupted ? (
              <div className={css.frame}>
                <Outside />
                <SignInAgain email={insider.email} elsewhere={elsewhere} />
              </div>
            ) : (
              <InboxScreen person={insider.id} signOut={signOut} />
            )}
          </ChangesProvider>
        </QueryClientProvider>
      </RequestErrorContext>
    );
  }
  return <Closed view={view} retry={session.checkRole} />;
}

/** What of the inbox may be shown to the person at the browser. */
function useGate(client: QueryClient, elsewhere: string) {
  const text = useText();
  const session = useSession();
  const language = useLanguage();
  const [signingOut, setSigningOut] = useState(false);
  const [forbidden, setForbidden] = useState(false);
  const insider = useInsider(session);

  const { checkRole } = session;
  const forbid = useCallback(() => {
    // Nothing of it stays on the screen or in memory, whatever the next answer is.
    setForbidden(true);
    client.clear();
    checkRole();
  }, [client, checkRole]);

  const known = inboxView(session);
  const view = signingOut ? "wait" : known === "inbox" && forbidden ? "refused" : known;
  const interrupted =
    insider !== null && !signingOut && !forbidden && view !== "inbox" && session.role !== "user";
  useEffect(() => {
    // Until the session is there again no message is kept, except those with pending changes.
    if (interrupted) client.clear();
  }, [interrupted, client]);
  useEffect(() => {
    if (view === "leave" && !interrupted) location.replace(elsewhere);
  }, [view, interrupted, elsewhere]);

  const signOut = async () => {
    setSigningOut(true);
    await session.signOut();
    leaveFlash({ title: text("inbox.signedOut"), tone: "success" });
    location.assign(path("home", language));
  };
  return { view, insider, interrupted, forbid, signOut };
}

type ClosedProps = { view: ReturnType<typeof useGate>["view"]; retry: () => void };

/** What stands where the inbox would be, to who is not in it. */
function Closed({ view, retry }: ClosedProps) {
  const text = useText();
  return (
    <div className={css.frame}>
      <Outside />
      {view === "retrying" && (
        <Notice
          title={text("inbox.roleFailed")}
          detail={text("inbox.roleFailedDetail")}
          action={{ label: text("inbox.retry"), run: retry }}
        />
      )}
      {view === "refused" && (
        <Notice
          title={text("inbox.refused")}
          detail={text("inbox.refused.detail")}
          action={{ label: text("inbox.retry"), run: () => location.reload() }}
        />
      )}
      {view !== "retrying" && view !== "refused" && <Waiting label={text("inbox.checking")} />}
    </div>
  );
}

/** What of the inbox may be seen by anyone. */
function Outside() {
  const text = useText();
  return (
    <div className={css.outside}>
      <Heading level={1} size="title">
        {text("inbox.title")}
      </Heading>
      <noscript>
        <Text>{text("needsScript")}</Text>
      </noscript>
    </div>
  );
}

type Insider = { id: string; email: string };

// The administrator who is, or was until the session ended, inside; another one starts anew.
function useInsider({ role, user }: ReturnType<typeof useSession>): Insider | null {
  const [insider, setInsider] = useState<Insider | null>(null);
  if (role === "admin" && user && user.id !== insider?.id) {
    setInsider({ id: user.id, email: user.email ?? "" });
  }
  if (role === "user" && insider) setInsider(null);
  return insider;
}

// A page that the browser kept and shows again with its back button asks anew who is there.
function useFreshReturn() {
  useEffect(() => {
    const restored = (event: PageTransitionEvent) => event.persisted && location.reload();
    addEventListener("pageshow", restored);
    return () => removeEventListener("pageshow", restored);
  }, []);
}

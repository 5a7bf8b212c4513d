import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useLocation } from "react-router-dom";
import { signInAddress } from "#web/api/return-address.ts";
import { SessionProvider, useSession } from "#web/api/session.tsx";
import { path } from "#web/app/paths.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { leaveFlash } from "#web/ui/flash.ts";
import { Heading, Text } from "#web/ui/text.tsx";
import { ToastProvider } from "#web/ui/toast.tsx";
import * as css from "./inbox-screen.css.ts";
import { InboxScreen } from "./inbox-screen.tsx";
import { Notice, Waiting } from "./notice.tsx";
import { createQueryClient } from "./query-client.ts";
import { inboxView } from "./redirect.ts";

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

/** Lets in who may come in, once that is known, and takes everybody else where they belong. */
function Gate() {
  const text = useText();
  const { formatMessage } = useIntl();
  const session = useSession();
  const language = useLanguage();
  const { pathname, search } = useLocation();
  const [signingOut, setSigningOut] = useState(false);
  const [client] = useState(() => createQueryClient(() => session.checkRole()));
  useFreshReturn();

  const view = signingOut ? "wait" : inboxView(session);
  const wasInside = useRef(false);
  useEffect(() => {
    if (view === "inbox") wasInside.current = true;
    if (view !== "leave") return;
    // Whoever was inside is told why they no longer are; the sign-in page tells the others what they need to know.
    if (wasInside.current && !session.session) {
      leaveFlash({ title: formatMessage({ id: "auth.error.sessionEnded" }), tone: "critical" });
    }
    location.replace(signInAddress(language, pathname + search));
  }, [view, session.session, language, pathname, search, formatMessage]);

  const signOut = async () => {
    setSigningOut(true);
    await session.signOut();
    leaveFlash({ title: text("inbox.signedOut"), tone: "success" });
    location.assign(path("home", language));
  };

  if (view === "inbox") {
    return (
      <QueryClientProvider client={client}>
        <InboxScreen signOut={signOut} />
      </QueryClientProvider>
    );
  }
  return (
    <div className={css.frame}>
      <div className={css.outside}>
        <Heading level={1} size="title">
          {text("inbox.title")}
        </Heading>
        <noscript>
          <Text>{text("needsScript")}</Text>
        </noscript>
      </div>
      {view === "retrying" ? (
        <Notice
          title={text("inbox.roleFailed")}
          detail={text("inbox.roleFailedDetail")}
          action={{ label: text("inbox.retry"), run: session.checkRole }}
        />
      ) : (
        <Waiting label={text("inbox.checking")} />
      )}
    </div>
  );
}

// A page that the browser kept and shows again with its back button asks anew who is there.
function useFreshReturn() {
  useEffect(() => {
    const restored = (event: PageTransitionEvent) => event.persisted && location.reload();
    addEventListener("pageshow", restored);
    return () => removeEventListener("pageshow", restored);
  }, []);
}

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { signInAddress } from "#web/session/return-address.ts";
import { SessionProvider, useSession } from "#web/session/session.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import { ToastProvider } from "#web/ui/toast.tsx";
import { ChangesProvider } from "./changes/changes.tsx";
import { SignInAgain } from "./gate/sign-in-again.tsx";
import { type InboxView, useGate, useReloadOnRestore } from "./gate/use-gate.ts";
import * as css from "./inbox-screen.css.ts";
import { InboxScreen } from "./inbox-screen.tsx";
import { useCapturedHandedMessage } from "./message/handed-message.ts";
import { RoleErrorContext } from "./queries.ts";
import { LoadingRows, Notice } from "./shared/notice.tsx";

/** Shows the page on which administrators read and handle contact messages. */
export default function InboxPage() {
  const text = useText();
  useCapturedHandedMessage();
  return (
    <ToastProvider labels={{ region: text("toasts.region"), dismiss: text("toasts.dismiss") }}>
      <SessionProvider>
        <Gate />
      </SessionProvider>
    </ToastProvider>
  );
}

/**
 * Shows the inbox to administrators, and redirects other users to the sign-in page. If the session ends, it keeps the
 * pending changes and asks the administrator to sign in again.
 */
function Gate() {
  const session = useSession();
  const { pathname, search } = useLocation();
  const signInHref = signInAddress(useLanguage(), pathname + search);
  const [client] = useState(createQueryClient);
  const { view, administrator, isInterrupted, forbid, signOut } = useGate(client, signInHref);
  useReloadOnRestore();

  if (administrator && (view === "inbox" || isInterrupted)) {
    return (
      <RoleErrorContext value={forbid}>
        <QueryClientProvider client={client}>
          <ChangesProvider key={administrator.id} administratorId={administrator.id}>
            {isInterrupted ? (
              <div className={css.frame}>
                <InboxHeading />
                <SignInAgain email={administrator.email} signInHref={signInHref} />
              </div>
            ) : (
              <InboxScreen administratorId={administrator.id} signOut={signOut} />
            )}
          </ChangesProvider>
        </QueryClientProvider>
      </RoleErrorContext>
    );
  }
  return <ClosedInbox view={view} retry={session.checkRole} />;
}

/** Creates the inbox's query client. A failure shows at once, without silent retries. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Requests are sent without a network too, so that they fail and do not wait endlessly.
      queries: { retry: false, networkMode: "always", refetchOnReconnect: true },
    },
  });
}

/** Shows that the role is being checked, cannot be read, or is rejected by the edge, in place of the inbox. */
function ClosedInbox({ view, retry }: { view: InboxView | "refused"; retry: () => void }) {
  const text = useText();
  return (
    <div className={css.frame}>
      <InboxHeading />
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
      {view !== "retrying" && view !== "refused" && <LoadingRows label={text("inbox.checking")} />}
    </div>
  );
}

/** Shows the title of the inbox while it shows no messages, also on the prerendered page, which any visitor may see. */
function InboxHeading() {
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

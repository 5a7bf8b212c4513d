import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { signInAddress } from "#web/session/return-address.ts";
import { SessionProvider, useSession } from "#web/session/session.tsx";
import { ToastProvider } from "#web/ui/toast.tsx";
import { ChangesProvider } from "./changes/changes.tsx";
import { Closed, Outside } from "./gate/closed.tsx";
import { SignInAgain } from "./gate/sign-in-again.tsx";
import { useFreshReturn, useGate } from "./gate/use-gate.ts";
import * as css from "./inbox-screen.css.ts";
import { InboxScreen } from "./inbox-screen.tsx";
import { useTakenHandedMessage } from "./message/handed-message.ts";
import { RequestErrorContext } from "./queries.ts";

/** Where administrators read and handle contact messages. */
export default function InboxPage() {
  const text = useText();
  useTakenHandedMessage();
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

/** The inbox's data client. A failure shows at once instead of after silent attempts. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Always asked, so that being offline is an error with words and not an endless wait.
      queries: { retry: false, networkMode: "always", refetchOnReconnect: true },
    },
  });
}

import type { QueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { path } from "#cms/content/site.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { useSession } from "#web/session/session.tsx";
import type { SessionState } from "#web/session/session-state.ts";
import { leaveFlash } from "#web/ui/flash.ts";

/** Returns the view that the user may see, and the actions that change it. */
export function useGate(client: QueryClient, signInHref: string) {
  const text = useText();
  const session = useSession();
  const language = useLanguage();
  const [signingOut, setSigningOut] = useState(false);
  const [isForbidden, setForbidden] = useState(false);
  const insider = useInsider(session);

  const { checkRole } = session;
  const forbid = useCallback(() => {
    // Removes all messages from the screen and from memory, whatever the role check returns.
    setForbidden(true);
    client.clear();
    checkRole();
  }, [client, checkRole]);

  const permittedView = toInboxView(session);
  const view: InboxView | "refused" = signingOut
    ? "wait"
    : permittedView === "inbox" && isForbidden
      ? "refused"
      : permittedView;
  const interrupted =
    insider !== null && !(signingOut || isForbidden) && view !== "inbox" && session.role !== "user";
  useEffect(() => {
    // Without a session only messages with pending changes stay in memory.
    if (interrupted) client.clear();
  }, [interrupted, client]);
  useEffect(() => {
    if (view === "leave" && !interrupted) location.replace(signInHref);
  }, [view, interrupted, signInHref]);

  const signOut = async () => {
    setSigningOut(true);
    await session.signOut();
    leaveFlash({ title: text("inbox.signedOut"), tone: "success" });
    location.assign(path("home", language));
  };
  return { view, insider, interrupted, forbid, signOut };
}

type Insider = { id: string; email: string };

/** Returns the administrator in the inbox, also after the session has ended. */
function useInsider({ role, user, needsPasskey }: ReturnType<typeof useSession>): Insider | null {
  const [insider, setInsider] = useState<Insider | null>(null);
  if (role === "admin" && !needsPasskey && user && user.id !== insider?.id) {
    setInsider({ id: user.id, email: user.email ?? "" });
  }
  if (role === "user" && insider) setInsider(null);
  return insider;
}

/**
 * `wait` until the user is known, `retrying` while the role cannot be read, `inbox` for administrators, `leave` to the
 * sign-in page for other users.
 */
export type InboxView = "wait" | "retrying" | "inbox" | "leave";

/** Returns the view for a session. An unknown role neither redirects nor shows anything. */
export function toInboxView(
  session: Pick<SessionState, "loading" | "session" | "role" | "roleFailed"> &
    Partial<Pick<SessionState, "needsPasskey">>,
): InboxView {
  if (session.loading) return "wait";
  if (!session.session || session.role === "user") return "leave";
  if (session.role === "admin") return session.needsPasskey ? "leave" : "inbox";
  return session.roleFailed ? "retrying" : "wait";
}

/** Reloads a page that the browser restores from its back-forward cache. */
export function useReloadOnRestore() {
  useEffect(() => {
    const reloadIfRestored = (event: PageTransitionEvent) => event.persisted && location.reload();
    addEventListener("pageshow", reloadIfRestored);
    return () => removeEventListener("pageshow", reloadIfRestored);
  }, []);
}

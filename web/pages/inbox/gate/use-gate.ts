import type { QueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { path } from "#cms/content/site.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { listHeldDeletions } from "#web/pages/inbox/shared/deletion-journal.ts";
import { type SessionView, useSession } from "#web/session/session.tsx";
import type { SessionState } from "#web/session/session-state.ts";
import { forgetInbox, onSignOutElsewhere } from "#web/session/sign-out.ts";
import { leaveFlash } from "#web/ui/flash.ts";

/**
 * Returns the view that the user may see, and the actions that change it. While the session of the `administrator` is
 * interrupted, the page keeps the pending changes and asks to sign in again. The inbox calls `forbid` when the edge
 * rejects the role or demands a passkey.
 */
export function useGate(client: QueryClient, signInHref: string) {
  const text = useText();
  const session = useSession();
  const language = useLanguage();
  const [signOutPlace, setSignOutPlace] = useState<"this tab" | "another tab" | null>(null);
  const isSigningOut = signOutPlace !== null;
  const [isForbidden, setForbidden] = useState(false);
  const administrator = useAdministrator(session);

  const { checkRole } = session;
  const forbid = useCallback(() => {
    // Removes all messages from the screen and from memory, whatever the role check returns.
    setForbidden(true);
    client.clear();
    checkRole();
  }, [client, checkRole]);

  const permittedView = toInboxView(session);
  const view: InboxView | "refused" = isSigningOut
    ? "wait"
    : permittedView === "inbox" && isForbidden
      ? "refused"
      : permittedView;
  const isInterrupted =
    administrator !== null && !(isSigningOut || isForbidden) && view !== "inbox" && session.role !== "user";
  useEffect(() => {
    // Without a session only messages with pending changes stay in memory.
    if (isInterrupted) client.clear();
  }, [isInterrupted, client]);
  useEffect(() => {
    if (view === "leave" && !isInterrupted) location.replace(signInHref);
  }, [view, isInterrupted, signInHref]);

  // The tab of the sign-out hears its own announcement, too.
  useEffect(() => onSignOutElsewhere(() => setSignOutPlace((current) => current ?? "another tab")), []);
  useEffect(() => {
    if (signOutPlace !== "another tab") return;
    // The screen has stored its position when it was removed.
    forgetInbox();
    location.replace(path("sign-in", language));
  }, [signOutPlace, language]);

  const signOut = async () => {
    setSignOutPlace("this tab");
    const hasDeletion = administrator !== null && listHeldDeletions(administrator.id).length > 0;
    await session.signOut();
    leaveFlash({
      title: text("inbox.signedOut"),
      ...(hasDeletion && { description: text("inbox.signedOut.deletion") }),
      tone: "success",
    });
    location.assign(path("home", language));
  };
  return { view, administrator, isInterrupted, forbid, signOut };
}

type Administrator = { id: string; email: string };

/**
 * Returns the last administrator who was let into the inbox, also after the session has ended. Returns null before
 * that, and for a user without the role.
 */
function useAdministrator({ role, user, needsPasskey }: SessionView): Administrator | null {
  const [administrator, setAdministrator] = useState<Administrator | null>(null);
  if (role === "admin" && !needsPasskey && user && user.id !== administrator?.id) {
    setAdministrator({ id: user.id, email: user.email ?? "" });
  }
  if (role === "user" && administrator) setAdministrator(null);
  return administrator;
}

/**
 * `wait` until the user is known, `retrying` while the role cannot be read, `inbox` for administrators, `leave` to the
 * sign-in page for other users.
 */
export type InboxView = "wait" | "retrying" | "inbox" | "leave";

/** Returns the view for a session. Until its role is known, the page neither redirects (`leave`) nor shows messages. */
export function toInboxView(session: SessionState): InboxView {
  if (session.loading) return "wait";
  if (!session.session || session.role === "user") return "leave";
  if (session.role === "admin") return session.needsPasskey ? "leave" : "inbox";
  return session.roleFailed ? "retrying" : "wait";
}

/** Reloads a page that the browser restores from its back-forward cache: it may show messages after a sign-out. */
export function useReloadOnRestore() {
  useEffect(() => {
    const reloadIfRestored = (event: PageTransitionEvent) => event.persisted && location.reload();
    addEventListener("pageshow", reloadIfRestored);
    return () => removeEventListener("pageshow", reloadIfRestored);
  }, []);
}

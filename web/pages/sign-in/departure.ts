import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { languages, path } from "#cms/content/site.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { needsPassword } from "#web/session/account-actions.ts";
import { accountAddress, returnAddress } from "#web/session/return-address.ts";
import { useSession } from "#web/session/session.tsx";
import type { SessionState } from "#web/session/session-state.ts";
import { arrivalKey, type FlashToast, leaveFlash } from "#web/ui/flash.ts";
import type { Arrival, View } from "./types.ts";
import { isForSignedIn, storeView, toView } from "./view.ts";

type Notice = "signed_in" | "signed_in_admin" | "admins_only";

type Visit = {
  home: string;
  /** The address that the visitor came from, or null. */
  next: string | null;
  /** Whether the visitor signed in on this page and did not arrive signed in. */
  signedInHere: boolean;
};

/**
 * Returns the destination of a signed-in visitor and the notices to show there, or null while the visitor stays, for
 * example without a password. Only an administrator returns to the inbox, and only once the role is known.
 */
export function findDestination(
  session: SessionState,
  { home, next, signedInHere }: Visit,
): { to: string; notices: Notice[] } | null {
  if (session.loading || !session.session || needsPassword(session.session.user)) return null;
  const isRoleUnknown = session.role === "unknown";

  if (next) {
    if (isRoleUnknown || session.needsPasskey) return null;
    if (session.role === "admin") return { to: next, notices: signedInHere ? ["signed_in"] : [] };
    return { to: home, notices: signedInHere ? ["signed_in", "admins_only"] : ["admins_only"] };
  }
  if (!signedInHere) return { to: home, notices: [] };
  if (isRoleUnknown && !session.roleFailed) return null;
  return { to: home, notices: [session.role === "admin" ? "signed_in_admin" : "signed_in"] };
}

const arrivalMessages = {
  signed_in: ["auth.signIn.done", "auth.signIn.doneDetail"],
  confirmed: ["auth.link.confirmed", "auth.link.confirmedDetail"],
  password_saved: ["auth.newPassword.done", "auth.newPassword.doneDetail"],
  invited: ["auth.newPassword.done", "auth.newPassword.invitedDone"],
} as const;

/**
 * Opens the destination of a signed-in visitor once it is known. Returns true while the visitor is on the way. A view
 * for signed-in visitors does not redirect.
 */
export function useDeparture(view: View, arrival: Arrival | null): boolean {
  const text = useText();
  const language = useLanguage();
  const session = useSession();
  const { search } = useLocation();
  const isLeaving = useRef(false);

  useEffect(() => {
    // The address can request a view that is not rendered yet.
    if (isLeaving.current || isForSignedIn(toView(location.hash) ?? view)) return;
    const home = path("home", language);
    const next = returnAddress(search);
    const destination = findDestination(session, { home, next, signedInHere: arrival !== null });
    if (!destination) return;
    isLeaving.current = true;
    const [title, description] = arrivalMessages[arrival ?? "signed_in"];
    const toAccount = { label: text("auth.signIn.account"), href: accountAddress(language) };
    const toInbox = { label: text("auth.signIn.openInbox"), href: path("inbox", language) };
    const signedIn = { title: text(title), description: text(description), tone: "success" } as const;
    const flashes: Record<Notice, FlashToast> = {
      signed_in: { ...signedIn, action: toAccount },
      signed_in_admin: { ...signedIn, action: toInbox },
      admins_only: {
        title: text("inbox.adminsOnly"),
        description: text("inbox.adminsOnlyDetail"),
        tone: "critical",
      },
    };
    // The inbox shows the sign-in in its status line, because a toast would cover messages.
    const isInbox = languages.some(
      (name) => path("inbox", name) === new URL(destination.to, location.href).pathname,
    );
    for (const notice of destination.notices) {
      leaveFlash(flashes[notice], isInbox && notice === "signed_in" ? arrivalKey : undefined);
    }
    // Visitors who arrived signed in may have come for their account.
    if (arrival === null && !next) leaveFlash({ title: text("auth.already.done"), action: toAccount });
    // Deletes the stored view, which the next visit would continue.
    storeView({ name: "sign_in" }, Date.now());
    location.replace(destination.to);
  }, [view, session, search, language, text, arrival]);

  return session.session !== null && !isForSignedIn(view);
}

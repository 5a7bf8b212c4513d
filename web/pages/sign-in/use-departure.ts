import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { path } from "#cms/content/site.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { accountAddress, returnAddress } from "#web/session/return-address.ts";
import { useSession } from "#web/session/session.tsx";
import { type FlashToast, leaveFlash } from "#web/ui/flash.ts";
import { departure, type Notice } from "./redirect.ts";
import { isForSignedIn, keepView, toView, type View } from "./view.ts";

/** How the visitor signed in on this page. */
export type Arrival = "signed_in" | "confirmed" | "password_saved";

const words = {
  signed_in: ["auth.signIn.done", "auth.signIn.doneDetail"],
  confirmed: ["auth.link.confirmed", "auth.link.confirmedDetail"],
  password_saved: ["auth.newPassword.done", "auth.newPassword.doneDetail"],
} as const;

/**
 * Leaves once it is known where to, and takes along what is to be said there; true while a signed-in visitor is
 * on the way. What is for the signed-in keeps them here.
 */
export function useDeparture(view: View, arrival: RefObject<Arrival | null>): boolean {
  const text = useText();
  const language = useLanguage();
  const session = useSession();
  const { search } = useLocation();
  const leaving = useRef(false);

  useEffect(() => {
    // The address may ask for more than is shown yet.
    if (leaving.current || isForSignedIn(toView(location.hash) ?? view)) return;
    const home = path("home", language);
    const next = returnAddress(search);
    const how = arrival.current;
    const going = departure(session, { home, next, signedInHere: how !== null });
    if (!going) return;
    leaving.current = true;
    const [title, description] = words[how ?? "signed_in"];
    const toAccount = { label: text("auth.signIn.account"), href: accountAddress(language) };
    const signedIn: FlashToast = { title: text(title), description: text(description), tone: "success" };
    const flashes: Record<Notice, FlashToast> = {
      signed_in: { ...signedIn, action: toAccount },
      signed_in_admin: {
        ...signedIn,
        action: { label: text("auth.signIn.openInbox"), href: path("inbox", language) },
      },
      admins_only: {
        title: text("inbox.adminsOnly"),
        description: text("inbox.adminsOnlyDetail"),
        tone: "critical",
      },
    };
    for (const notice of going.notices) leaveFlash(flashes[notice]);
    // Who is sent away for being signed in already is shown the way to what they may have come for.
    if (how === null && !next) leaveFlash({ title: text("auth.already.done"), action: toAccount });
    keepView({ name: "sign_in" }, Date.now());
    location.replace(going.to);
  }, [view, session, search, language, text, arrival]);

  return session.session !== null && !isForSignedIn(view);
}

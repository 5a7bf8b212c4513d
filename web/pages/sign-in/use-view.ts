import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { accountAddress } from "#web/session/return-address.ts";
import { keepView, keptView, toView, type View } from "./view.ts";

const titleElement = "view-title";

/**
 * The view of this visit: what the address asks for, else what the tab showed before. A token is taken out of
 * the address at once, so that it is in no history and in no copied address. A change moves the focus to the
 * new view's title, which is then what is read.
 */
export function useView() {
  const language = useLanguage();
  const [view, setView] = useState<View>({ name: "sign_in" });
  const shown = useRef<View["name"]>(undefined);

  // Before anything else is known: an effect of hydration may come after the session has been read, and a
  // signed-in user would be sent away from the view that they came for.
  useLayoutEffect(() => {
    const look = () => {
      const asked = toView(location.hash);
      if (asked?.name === "link") setAddress(location.pathname + location.search);
      if (asked) keepView(asked, Date.now());
      return asked;
    };
    // A visitor who was sent here for another page wants that, not what was left undone.
    const sent = new URLSearchParams(location.search).has("next");
    const first = look() ?? (sent ? null : keptView(Date.now()));
    if (first) setView(first);
    const changed = () => {
      const asked = look();
      if (asked) setView(asked);
    };
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);

  const show = (next: View) => {
    keepView(next, Date.now());
    // Loading the page again shows what is seen now.
    setAddress(next.name === "account" ? accountAddress(language) : location.pathname + location.search);
    setView(next);
  };

  useEffect(() => {
    const first = shown.current === undefined;
    const same = shown.current === view.name;
    shown.current = view.name;
    if (!first && !same) focusTitle();
  }, [view.name]);

  return { view, show, titleElement };
}

const setAddress = (address: string) => history.replaceState(history.state, "", address);

/** Moves the focus to the title of the view, which is then what is read. */
export function focusTitle(): void {
  const title = document.getElementById(titleElement);
  if (!title) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
  scrollTo({ top: 0 });
}

import { isAuthApiError } from "@supabase/auth-js";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useLocation } from "react-router-dom";
import { path } from "#cms/content/site.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { needsPassword } from "#web/session/account-actions.ts";
import { accountAddress, returnAddress } from "#web/session/return-address.ts";
import { useSession } from "#web/session/session.tsx";
import { leaveFlash } from "#web/ui/flash.ts";
import { useToast } from "#web/ui/toast.tsx";
import { useDeparture } from "./departure.ts";
import type { AuthScreen, Proof, ScreenState, View } from "./types.ts";
import { isForSignedIn, recallView, storeView, toView } from "./view.ts";

export const titleId = "view-title";

const initialState: ScreenState = {
  view: { name: "sign_in" },
  email: "",
  arrival: null,
  hasLeft: false,
  proofRequest: null,
};

const AuthScreenContext = createContext<AuthScreen | null>(null);

/**
 * Returns the session, the state and actions that the parts of the screen share, and the functions that show texts.
 * @throws Error outside of an AuthScreenProvider
 */
export function useAuthScreen() {
  const screen = useContext(AuthScreenContext);
  if (!screen) throw new Error("useAuthScreen needs an AuthScreenProvider");
  return { ...useSession(), ...screen, text: useText(), language: useLanguage(), toast: useToast() };
}

type Update = (changes: Partial<ScreenState>) => void;
type ScreenSteps = Pick<AuthScreen, "returnTo" | "show" | "typeEmail" | "arrive" | "leaveAccount">;

/** Decides which view the sign-in page shows, from the address, the session and the visitor's steps. */
export function AuthScreenProvider({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { session, loading, needsPasskey, isAdmin, role, roleFailed } = useSession();
  const { search } = useLocation();
  const { state, update, requestView } = useScreenState();
  useAddress(state.view, requestView);

  // The inbox accepts this administrator only with a passkey.
  const isStopped = needsPasskey && !isForSignedIn(state.view) && returnAddress(search) !== null;
  useEffect(() => {
    if (isStopped) focusTitle();
  }, [isStopped]);
  const { view: requestedView, email, arrival, hasLeft, proofRequest } = state;
  // A user who left before choosing the first password chooses it now. An invited one gets other words, so the role
  // decides first.
  const isRoleAwaited = role === "unknown" && !roleFailed;
  const newUser =
    !isForSignedIn(requestedView) && !isRoleAwaited && needsPassword(session?.user) && session?.user;
  const newUserEmail = newUser ? (newUser.email ?? "") : null;
  const view = useMemo<View>(() => {
    if (newUserEmail !== null)
      return { name: "new_password", first: true, ...(isAdmin && { invited: newUserEmail }) };
    return isStopped ? { name: "passkey" } : requestedView;
  }, [isStopped, requestedView, newUserEmail, isAdmin]);
  const isLeaving = useDeparture(view, arrival);
  useEndedSession(view);
  const proofs = useProofs(update);
  const hasEnded = !loading && session === null;
  useEffect(() => {
    // The next session must not answer a proof request of the ended session.
    if (hasEnded) proofRequest?.answer(false);
  }, [hasEnded, proofRequest]);

  const steps = useMemo<ScreenSteps>(
    () => ({
      returnTo: () => new URL(path("home", language), location.origin).href,
      show: (nextView) => {
        storeView(nextView, Date.now());
        // The address lets a reload show the same view.
        setAddress(
          nextView.name === "account" ? accountAddress(language) : location.pathname + location.search,
        );
        requestView(nextView);
      },
      typeEmail: (address) => update({ email: address }),
      // A new session has no open proof request.
      arrive: (signInKind) => update({ arrival: signInKind, proofRequest: null }),
      leaveAccount: (toast) => {
        leaveFlash(toast);
        update({ hasLeft: true });
        setAddress(location.pathname);
      },
    }),
    [language, requestView, update],
  );
  // While a user leaves the account, a passkey offer would sign them in again.
  const needsSignIn = view.name === "account" && !loading && !session && !hasLeft;
  const screen = useMemo<AuthScreen>(
    () => ({ view, email, needsSignIn, isLeaving, proofRequest, ...steps, ...proofs }),
    [view, email, needsSignIn, isLeaving, proofRequest, steps, proofs],
  );
  return <AuthScreenContext value={screen}>{children}</AuthScreenContext>;
}

/** Holds the state of the sign-in page. A change of view drops the proof request, because its dialog is then gone. */
function useScreenState() {
  const [state, setState] = useState(initialState);
  const update = useCallback<Update>((changes) => setState((current) => ({ ...current, ...changes })), []);
  const requestView = useCallback((view: View) => {
    setState((current) => {
      const isSameView = view.name === current.view.name;
      return { ...current, view, proofRequest: isSameView ? current.proofRequest : null };
    });
  }, []);
  return { state, update, requestView };
}

const setAddress = (address: string) => history.replaceState(history.state, "", address);

/** Moves the focus to the title of the view, so that a screen reader starts there. */
function focusTitle(): void {
  const title = document.getElementById(titleId);
  if (!title) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
  scrollTo({ top: 0 });
}

/**
 * Requests the view that the address names, or else the stored view of the tab. Removes a token from the address at
 * once, so that neither the history nor a copied address contains it. A new view receives the focus.
 */
function useAddress(view: View, requestView: (view: View) => void): void {
  const lastViewName = useRef<View["name"]>(undefined);

  // Runs before passive effects. Hydration can run those after the session is read, which would redirect a signed-in
  // user away from the requested view.
  useLayoutEffect(() => {
    const readAddress = () => {
      const requestedView = toView(location.hash);
      if (requestedView?.name === "link") setAddress(location.pathname + location.search);
      if (requestedView) storeView(requestedView, Date.now());
      return requestedView;
    };
    const request = (requestedView: View | null) => requestedView && requestView(requestedView);
    // A visitor whom another page redirected here returns there and does not continue an unfinished view.
    const hasReturnAddress = new URLSearchParams(location.search).has("next");
    request(readAddress() ?? (hasReturnAddress ? null : recallView(Date.now())));
    const onHashChange = () => request(readAddress());
    addEventListener("hashchange", onHashChange);
    return () => removeEventListener("hashchange", onHashChange);
  }, [requestView]);

  useEffect(() => {
    const isChange = lastViewName.current !== undefined && lastViewName.current !== view.name;
    lastViewName.current = view.name;
    if (isChange) focusTitle();
  }, [view.name]);
}

/** Tells a user on the account view that the session has ended, for example because another browser ended it. */
function useEndedSession(view: View): void {
  const text = useText();
  const toast = useToast();
  const { session, loading } = useSession();
  const hadSession = useRef(false);
  useEffect(() => {
    if (loading) return;
    // A sign-out or a deletion in this tab has already removed the fragment (`leaveAccount`).
    if (hadSession.current && !session && view.name === "account" && toView(location.hash)) {
      toast({ title: text("auth.error.sessionEnded"), tone: "critical" });
    }
    hadSession.current = session !== null;
  }, [session, loading, view, text, toast]);
}

const proofOfCode: Partial<Record<string, Proof>> = {
  reauthentication_needed: "any",
  insufficient_aal: "passkey",
  current_password_required: "password",
};

/**
 * Returns the functions that demand a proof of identity. `ask` opens the dialog and waits for its answer. `attempt`
 * repeats a rejected action after the proof, and returns null without it.
 */
function useProofs(update: Update): Pick<AuthScreen, "ask" | "attempt"> {
  const ask = useCallback<AuthScreen["ask"]>(
    async (proof, send) => {
      const isProven = await new Promise<boolean>((answer) =>
        update({ proofRequest: { proof, answer, send } }),
      );
      update({ proofRequest: null });
      return isProven;
    },
    [update],
  );
  return useMemo(() => {
    const attempt: AuthScreen["attempt"] = async (action) => {
      const outcome = await action();
      const error = outcome.refusal?.error;
      const proof = isAuthApiError(error) ? proofOfCode[error.code ?? ""] : undefined;
      if (!proof) return outcome;
      if (proof !== "password") return (await ask(proof)) ? attempt(action) : null;
      let finalOutcome: typeof outcome | null = null;
      const isDone = await ask(proof, async (current) => {
        finalOutcome = await action(current);
        return finalOutcome;
      });
      return isDone ? finalOutcome : null;
    };
    return { ask, attempt };
  }, [ask]);
}

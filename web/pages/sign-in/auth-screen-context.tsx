import { isAuthApiError } from "@supabase/auth-js";
import {
  createContext,
  type Dispatch,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
} from "react";
import { useLocation } from "react-router-dom";
import { path } from "#cms/content/site.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { accountAddress, returnAddress } from "#web/session/return-address.ts";
import { useSession } from "#web/session/session.tsx";
import { leaveFlash } from "#web/ui/flash.ts";
import { useToast } from "#web/ui/toast.tsx";
import { useDeparture } from "./departure.ts";
import type { AuthScreen, Proof, ScreenEvent, ScreenState, View } from "./types.ts";
import { isForSignedIn, recallView, storeView, toView } from "./view.ts";

export const titleId = "view-title";

const initialState: ScreenState = {
  view: { name: "sign_in" },
  email: "",
  arrival: null,
  hasLeft: false,
  proofRequest: null,
};

function reduceScreen(state: ScreenState, event: ScreenEvent): ScreenState {
  switch (event.type) {
    case "view_requested": {
      // Another view has no open question.
      const isSameView = event.view.name === state.view.name;
      return { ...state, view: event.view, proofRequest: isSameView ? state.proofRequest : null };
    }
    case "email_typed":
      return { ...state, email: event.email };
    case "arrived":
      // A new session has no open question.
      return { ...state, arrival: event.arrival, proofRequest: null };
    case "account_left":
      return { ...state, hasLeft: true };
    case "proof_requested":
      return { ...state, proofRequest: event.request };
    case "proof_answered":
      return { ...state, proofRequest: null };
  }
}

const AuthScreenContext = createContext<AuthScreen | null>(null);

/** Returns the state and actions that the parts of the screen share. @throws Error outside of an AuthScreenProvider */
export function useAuthScreen(): AuthScreen {
  const screen = useContext(AuthScreenContext);
  if (!screen) throw new Error("useAuthScreen needs an AuthScreenProvider");
  return screen;
}

type ScreenSteps = Pick<AuthScreen, "returnTo" | "show" | "typeEmail" | "arrive" | "leaveAccount">;

/** Decides which view the sign-in page shows, from the address, the session and the visitor's steps. */
export function AuthScreenProvider({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { session, loading, needsPasskey } = useSession();
  const { search } = useLocation();
  const [state, dispatch] = useReducer(reduceScreen, initialState);
  useAddress(state.view, dispatch);

  // The inbox accepts this administrator only with a passkey.
  const isStopped = needsPasskey && !isForSignedIn(state.view) && returnAddress(search) !== null;
  useEffect(() => {
    if (isStopped) focusTitle();
  }, [isStopped]);
  const { view: requestedView, email, arrival, hasLeft, proofRequest } = state;
  const view = useMemo<View>(
    () => (isStopped ? { name: "passkey" } : requestedView),
    [isStopped, requestedView],
  );
  const isLeaving = useDeparture(view, arrival);
  useEndedSession(view);
  const proofs = useProofs(dispatch);
  const hasEnded = !loading && session === null;
  useEffect(() => {
    // The next session must not answer the question of the ended session.
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
        dispatch({ type: "view_requested", view: nextView });
      },
      typeEmail: (address) => dispatch({ type: "email_typed", email: address }),
      arrive: (signInKind) => dispatch({ type: "arrived", arrival: signInKind }),
      leaveAccount: (toast) => {
        leaveFlash(toast);
        dispatch({ type: "account_left" });
        setAddress(location.pathname);
      },
    }),
    [language],
  );
  // While a user leaves the account, a passkey offer would sign them in again.
  const asksFirst = view.name === "account" && !loading && !session && !hasLeft;
  const screen = useMemo<AuthScreen>(
    () => ({ view, email, asksFirst, isLeaving, proofRequest, ...steps, ...proofs }),
    [view, email, asksFirst, isLeaving, proofRequest, steps, proofs],
  );
  return <AuthScreenContext value={screen}>{children}</AuthScreenContext>;
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
function useAddress(view: View, dispatch: Dispatch<ScreenEvent>): void {
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
    const request = (requestedView: View | null) => {
      if (requestedView) dispatch({ type: "view_requested", view: requestedView });
    };
    // A visitor whom another page redirected here returns there and does not continue an unfinished view.
    const hasReturnAddress = new URLSearchParams(location.search).has("next");
    request(readAddress() ?? (hasReturnAddress ? null : recallView(Date.now())));
    const onHashChange = () => request(readAddress());
    addEventListener("hashchange", onHashChange);
    return () => removeEventListener("hashchange", onHashChange);
  }, [dispatch]);

  useEffect(() => {
    const isChange = lastViewName.current !== undefined && lastViewName.current !== view.name;
    lastViewName.current = view.name;
    if (isChange) focusTitle();
  }, [view.name]);
}

/** Tells a user on the account view that the session was ended in another browser. */
function useEndedSession(view: View): void {
  const text = useText();
  const toast = useToast();
  const { session, loading } = useSession();
  const hadSession = useRef(false);
  useEffect(() => {
    if (loading) return;
    if (hadSession.current && !session && view.name === "account" && toView(location.hash)) {
      toast({ title: text("auth.error.sessionEnded"), tone: "critical" });
    }
    hadSession.current = session !== null;
  }, [session, loading, view, text, toast]);
}

const proofOfCode: Partial<Record<string, Proof>> = {
  reauthentication_needed: "any",
  insufficient_aal: "passkey",
};

function useProofs(dispatch: Dispatch<ScreenEvent>): Pick<AuthScreen, "ask" | "attempt"> {
  const ask = useCallback<AuthScreen["ask"]>(
    async (proof) => {
      const isProven = await new Promise<boolean>((answer) =>
        dispatch({ type: "proof_requested", request: { proof, answer } }),
      );
      dispatch({ type: "proof_answered" });
      return isProven;
    },
    [dispatch],
  );
  return useMemo(
    () => ({
      ask,
      attempt: async (action) => {
        const outcome = await action();
        const error = outcome.refusal?.error;
        const proof = isAuthApiError(error) ? proofOfCode[error.code ?? ""] : undefined;
        if (!proof) return outcome;
        return (await ask(proof)) ? action() : null;
      },
    }),
    [ask],
  );
}

import type { Session, User } from "@supabase/auth-js";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from "react";
import { type Api, createAuthorizedRawApi, type RawApi, toJsonApi } from "#web/api/client.ts";
import { tryStorage } from "#web/ui/storage.ts";
import { type AccountActions, createAccountActions } from "./account-actions.ts";
import { administratorKey, applyAccountHint } from "./account-hint.ts";
import { createSessionTokens, getAuthConnection } from "./auth-client.ts";
import { watchRole } from "./role-watch.ts";
import { initialSession, reduceSession, type SessionEvent, type SessionState } from "./session-state.ts";
import { signOutBrowser } from "./sign-out.ts";

export type SessionView = SessionState & {
  user: User | null;
  isAdmin: boolean;
  /** Calls our API as the signed-in user. */
  api: Api;
  /** Like `api`, but returns the response itself. */
  rawApi: RawApi;
  /** Reads the role again now. */
  checkRole(): void;
  /** Signs in, signs up, and changes the account. */
  account: AccountActions;
  /** Ends the session of this browser, also without a network. All tabs forget the inbox. */
  signOut(): Promise<void>;
};

const SessionContext = createContext<SessionView | null>(null);

/** Returns the session of this browser. @throws Error outside of a SessionProvider */
export function useSession(): SessionView {
  const view = useContext(SessionContext);
  if (!view) throw new Error("useSession needs a SessionProvider");
  return view;
}

/**
 * Follows the authentication client. After each of its events the session is updated and the role is read from the
 * database. The server renders without a session.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, dispatch] = useReducer(reduceSession, initialSession);
  const [session] = useState(() => (typeof window === "undefined" ? null : connect()));
  const watch = useRef<ReturnType<typeof watchRole>>(null);

  useEffect(() => {
    if (!session) return;
    const report = (event: SessionEvent) => {
      // Other pages show the link to the inbox by this note.
      noteAdministrator(event);
      dispatch(event);
    };
    const roleWatch = watchRole(session.api, report);
    watch.current = roleWatch;
    const { data } = session.auth.onAuthStateChange((_event, currentSession: Session | null) => {
      report({ type: "authenticated", session: currentSession });
      roleWatch.follow(currentSession?.user.id ?? null);
    });
    return () => {
      data.subscription.unsubscribe();
      roleWatch.close();
    };
  }, [session]);

  const checkRole = useCallback(() => watch.current?.readNow(), []);
  const signOut = useCallback(async () => {
    if (session) await signOutBrowser(session.auth);
  }, [session]);

  const view = useMemo<SessionView>(
    () => ({
      ...state,
      user: state.session?.user ?? null,
      isAdmin: state.role === "admin",
      api: session?.api ?? rejectOnServer,
      rawApi: session?.rawApi ?? rejectOnServer,
      checkRole,
      account: session?.account ?? noActions,
      signOut,
    }),
    [state, session, checkRole, signOut],
  );
  return <SessionContext value={view}>{children}</SessionContext>;
}

/** Creates the browser's clients of the authentication service and the API, which share the session's tokens. */
function connect() {
  const { auth, transport } = getAuthConnection();
  const rawApi = createAuthorizedRawApi(createSessionTokens(auth));
  return {
    auth,
    api: toJsonApi(rawApi),
    rawApi,
    account: createAccountActions({ auth, transport }),
  };
}

/** Notes in local storage whether an administrator uses this browser, so that pages show the link to the inbox. */
function noteAdministrator(event: SessionEvent): void {
  tryStorage(() => {
    const isOtherUser =
      event.type === "authenticated" && event.session?.user.id !== localStorage.getItem(administratorKey);
    if (event.type === "role_read" && event.role === "admin") {
      localStorage.setItem(administratorKey, event.userId);
    } else if (event.type === "role_read" || isOtherUser) {
      localStorage.removeItem(administratorKey);
    }
    applyAccountHint();
  });
}

const rejectOnServer = () => Promise.reject(new Error("the API cannot be called while prerendering"));
// Prerendered components call no action.
const noActions = {} as AccountActions;

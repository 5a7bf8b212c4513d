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
import { type Api, authorisedApi, authorisedRawApi, type RawApi } from "#web/api/client.ts";
import { tryStorage } from "#web/ui/storage.ts";
import { type AccountActions, accountActions } from "./account-actions.ts";
import { administratorKey, applyAccountHint } from "./account-hint.ts";
import { authConnection, sessionTokens } from "./auth-client.ts";
import { watchRole } from "./role-watch.ts";
import { initialSession, nextSession, type SessionEvent, type SessionState } from "./session-state.ts";

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
  /** Ends the session of this browser, also without a network. */
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
  const [state, dispatch] = useReducer(nextSession, initialSession);
  const [session] = useState(() => (typeof window === "undefined" ? null : connect()));
  const watch = useRef<ReturnType<typeof watchRole>>(null);

  useEffect(() => {
    if (!session) return;
    const report = (event: SessionEvent) => {
      noteAdministrator(event);
      dispatch(event);
    };
    const roles = watchRole(session.api, report);
    watch.current = roles;
    const { data } = session.auth.onAuthStateChange((_event, current: Session | null) => {
      report({ type: "authenticated", session: current });
      roles.follow(current?.user.id ?? null);
    });
    return () => {
      data.subscription.unsubscribe();
      roles.close();
    };
  }, [session]);

  const checkRole = useCallback(() => watch.current?.again(), []);
  const signOut = useCallback(async () => {
    await session?.auth.signOut({ scope: "local" });
  }, [session]);

  const view = useMemo<SessionView>(
    () => ({
      ...state,
      user: state.session?.user ?? null,
      isAdmin: state.role === "admin",
      api: session?.api ?? refuseOnServer,
      rawApi: session?.rawApi ?? refuseOnServer,
      checkRole,
      account: session?.account ?? notHere,
      signOut,
    }),
    [state, session, checkRole, signOut],
  );
  return <SessionContext value={view}>{children}</SessionContext>;
}

function connect() {
  const { auth, transport } = authConnection();
  const tokens = sessionTokens(auth);
  return {
    auth,
    api: authorisedApi(tokens),
    rawApi: authorisedRawApi(tokens),
    account: accountActions({ auth, transport }),
  };
}

/** Notes in local storage, for public pages, whether an administrator uses this browser. */
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

const refuseOnServer = () => Promise.reject(new Error("the API cannot be called while prerendering"));
// Prerendered components call no action.
const notHere = {} as AccountActions;

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
import { type AccountActions, accountActions } from "./account-actions.ts";
import { authConnection, sessionTokens } from "./auth-client.ts";
import { noteAdministrator } from "./note-administrator.ts";
import { watchRole } from "./role-watch.ts";
import { initialSession, nextSession, type SessionEvent, type SessionState } from "./session-state.ts";

export type SessionView = SessionState & {
  user: User | null;
  isAdmin: boolean;
  /** Our API as the signed-in caller. */
  api: Api;
  /** The same for answers that are no JSON, or are read with their headers. */
  rawApi: RawApi;
  /** Reads the role again, now. */
  checkRole(): void;
  /** What can be done with an account: signing in, creating one, changing it. */
  account: AccountActions;
  /** Ends the session of this browser; works without a network, too. */
  signOut(): Promise<void>;
};

const SessionContext = createContext<SessionView | null>(null);

/** The session of the person at the browser. @throws Error outside of a SessionProvider */
export function useSession(): SessionView {
  const view = useContext(SessionContext);
  if (!view) throw new Error("useSession needs a SessionProvider");
  return view;
}

/**
 * Follows the authentication client: the session after every event of it, and the role, read from the
 * database after every event. On the server no one is signed in.
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

const refuseOnServer = () => Promise.reject(new Error("the API cannot be called while prerendering"));
// What is prerendered is not yet asked to do anything.
const notHere = {} as AccountActions;

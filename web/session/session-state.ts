import type { Session } from "@supabase/auth-js";
import type { Role } from "#functions/contract/account.ts";

/**
 * Who is at the browser. `loading` until the stored session was looked at once; `role` is `unknown` until the
 * database has said it, and `roleFailed` says that the last attempt to ask it failed.
 */
export type SessionState = {
  loading: boolean;
  session: Session | null;
  role: Role | "unknown";
  roleFailed: boolean;
  /** This administrator has to show a passkey before the session counts. */
  needsPasskey: boolean;
};

export type SessionEvent =
  | { type: "authenticated"; session: Session | null }
  | { type: "role_read"; userId: string; role: Role; needsPasskey?: boolean }
  | { type: "role_failed"; userId: string };

export const initialSession: SessionState = {
  loading: true,
  session: null,
  role: "unknown",
  roleFailed: false,
  needsPasskey: false,
};

/**
 * What an event makes of the state. Another person starts unknown. A failed check leaves unknown what was
 * unknown, and keeps a role that was read before: the edge decides on every call anyway.
 */
export function nextSession(state: SessionState, event: SessionEvent): SessionState {
  const userId = state.session?.user.id;
  switch (event.type) {
    case "authenticated": {
      const samePerson = event.session !== null && event.session.user.id === userId;
      return {
        loading: false,
        session: event.session,
        role: samePerson ? state.role : "unknown",
        roleFailed: samePerson && state.roleFailed,
        needsPasskey: samePerson && state.needsPasskey,
      };
    }
    case "role_read":
      if (event.userId !== userId) return state;
      return { ...state, role: event.role, roleFailed: false, needsPasskey: event.needsPasskey === true };
    case "role_failed":
      if (event.userId !== userId) return state;
      return { ...state, roleFailed: true };
  }
}

/** Milliseconds to wait before a role check is tried again: one second, doubled each time, at most 30 seconds. */
export function retryDelay(failures: number, retryAfterSeconds: number | null): number {
  const backoff = Math.min(30_000, 1000 * 2 ** Math.max(0, failures - 1));
  return Math.max(backoff, (retryAfterSeconds ?? 0) * 1000);
}

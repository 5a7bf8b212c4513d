import type { Session } from "@supabase/auth-js";
import type { Role } from "#functions/contract/answers.schema.ts";

/**
 * The session of this browser. `loading` until the stored session is read; `role` is `unknown` until it is read from
 * the database; `roleFailed` means that the last read failed.
 */
export type SessionState = {
  loading: boolean;
  session: Session | null;
  role: Role | "unknown";
  roleFailed: boolean;
  /** Whether this administrator has to sign in with a passkey before the API accepts the session. */
  needsPasskey: boolean;
};

export type SessionEvent =
  | { type: "authenticated"; session: Session | null }
  | { type: "role_read"; userId: string; role: Role; needsPasskey?: boolean | undefined }
  | { type: "role_failed"; userId: string };

export const initialSession: SessionState = {
  loading: true,
  session: null,
  role: "unknown",
  roleFailed: false,
  needsPasskey: false,
};

/**
 * Returns the state after an event. Another user starts with an unknown role, and reads for the previous user are
 * ignored. A failed read keeps the role, known or not, because the edge checks it on every call anyway.
 */
export function reduceSession(state: SessionState, event: SessionEvent): SessionState {
  const userId = state.session?.user.id;
  switch (event.type) {
    case "authenticated": {
      const isSameUser = event.session !== null && event.session.user.id === userId;
      return {
        loading: false,
        session: event.session,
        role: isSameUser ? state.role : "unknown",
        roleFailed: isSameUser && state.roleFailed,
        needsPasskey: isSameUser && state.needsPasskey,
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

/**
 * Returns the milliseconds before the role is read again: one second, doubled after each failure, at most 30 seconds.
 * The delay that the edge requested is the minimum.
 */
export function toRetryDelayMs(failures: number, retryAfterSeconds: number | null): number {
  const backoff = Math.min(30_000, 1000 * 2 ** Math.max(0, failures - 1));
  return Math.max(backoff, (retryAfterSeconds ?? 0) * 1000);
}

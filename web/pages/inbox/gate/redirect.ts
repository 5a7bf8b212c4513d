import type { SessionState } from "#web/session/session-state.ts";

/**
 * What the inbox shows of itself: `wait` until it is known who is there, `retrying` while the role cannot be
 * read, `inbox` for administrators, and `leave` to the sign-in page for everyone else, which knows what to
 * tell a signed-in visitor without the role.
 */
export type InboxView = "wait" | "retrying" | "inbox" | "leave";

/** Decides only by what is known: a role that is not known yet sends no one away and shows nothing. */
export function inboxView(
  session: Pick<SessionState, "loading" | "session" | "role" | "roleFailed"> &
    Partial<Pick<SessionState, "needsPasskey">>,
): InboxView {
  if (session.loading) return "wait";
  if (!session.session || session.role === "user") return "leave";
  if (session.role === "admin") return session.needsPasskey ? "leave" : "inbox";
  return session.roleFailed ? "retrying" : "wait";
}

import type { SessionState } from "#web/session/session-state.ts";

/** What the next document tells: that the visitor signed in, with a way to the inbox, or that it is not for them. */
export type Notice = "signed_in" | "signed_in_admin" | "admins_only";

export type Departure = { to: string; notices: Notice[] };

type Visit = {
  home: string;
  /** The address that asked for the sign-in, null when none did. */
  next: string | null;
  /** Whether the visitor signed in on this page, rather than arriving signed in. */
  signedInHere: boolean;
};

/**
 * Where a signed-in visitor of the sign-in page goes; null while they stay. Only an administrator is sent
 * back to the inbox, and no one is sent there before the role is known.
 */
export function departure(
  session: Pick<SessionState, "loading" | "session" | "role" | "roleFailed"> &
    Partial<Pick<SessionState, "needsPasskey">>,
  { home, next, signedInHere }: Visit,
): Departure | null {
  if (session.loading || !session.session) return null;
  const unknown = session.role === "unknown";

  if (next) {
    if (unknown || session.needsPasskey) return null;
    if (session.role === "admin") return { to: next, notices: signedInHere ? ["signed_in"] : [] };
    return { to: home, notices: signedInHere ? ["signed_in", "admins_only"] : ["admins_only"] };
  }
  if (!signedInHere) return { to: home, notices: [] };
  if (unknown && !session.roleFailed) return null;
  return { to: home, notices: [session.role === "admin" ? "signed_in_admin" : "signed_in"] };
}

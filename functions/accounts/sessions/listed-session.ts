import type { Session } from "./own-sessions.ts";

/** A session as its owner's list shows it; `current` is the one that asks. */
export const toListedSession = (session: Session, current: boolean) => ({
  id: session.id,
  user_agent: session.userAgent,
  city: session.city,
  country: session.country,
  created_at: session.createdAt,
  last_used_at: session.lastUsedAt,
  idle_seconds: session.idleSeconds,
  current,
});

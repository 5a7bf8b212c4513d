import type { Session } from "@supabase/auth-js";
import { expect, test } from "vitest";
import {
  initialSession,
  reduceSession,
  type SessionEvent,
  type SessionState,
  toRetryDelayMs,
} from "#web/session/session-state.ts";

const signIn = (id: string): SessionEvent => ({
  type: "authenticated",
  session: { access_token: "a", user: { id } } as Session,
});
const signOut: SessionEvent = { type: "authenticated", session: null };
const admin = { type: "role_read", userId: "ana", role: "admin" } as const;
const user = { type: "role_read", userId: "ana", role: "user" } as const;
const needsPasskey = { ...admin, needsPasskey: true };
const failure: SessionEvent = { type: "role_failed", userId: "ana" };
const anas = { session: { user: { id: "ana" } } } as SessionState;

test.each<[string, SessionEvent[], Partial<SessionState>]>([
  ["is loading until the first authentication event", [], { loading: true, role: "unknown" }],
  ["has no session without one", [signOut], { loading: false, session: null }],
  [
    "has an unknown role until the database returns it",
    [signIn("ana")],
    { loading: false, role: "unknown", roleFailed: false },
  ],
  ["has the role of the database", [signIn("ana"), admin], { role: "admin" }],
  ["has the role of a user", [signIn("ana"), user], { role: "user" }],
  [
    "keeps the session when the check fails",
    [signIn("ana"), failure],
    { ...anas, role: "unknown", roleFailed: true },
  ],
  ["has a role after a later check", [signIn("ana"), failure, admin], { role: "admin", roleFailed: false }],
  [
    "keeps a known role when a later check fails",
    [signIn("ana"), admin, signIn("ana"), failure],
    { role: "admin" },
  ],
  ["needs a passkey after a refresh", [signIn("ana"), needsPasskey, signIn("ana")], { needsPasskey: true }],
  [
    "of another account needs no passkey",
    [signIn("ana"), needsPasskey, signIn("eva")],
    { needsPasskey: false },
  ],
  ["needs a passkey no longer", [signIn("ana"), needsPasskey, signIn("ana"), admin], { needsPasskey: false }],
  ["loses a revoked role", [signIn("ana"), admin, user], { role: "user" }],
  ["of another account has an unknown role", [signIn("ana"), admin, signIn("eva")], { role: "unknown" }],
  ["ignores late answers", [signIn("ana"), admin, signIn("eva"), admin], { role: "unknown" }],
  ["is empty after signing out", [signIn("ana"), admin, signOut], { ...initialSession, loading: false }],
])("the session state %s", (_, events, state) => {
  expect(events.reduce(reduceSession, initialSession)).toMatchObject(state);
});

test("retries a failed check after 1, 2, 4 … seconds, at most 30, and never before Retry-After", () => {
  expect([1, 2, 3, 6, 20].map((failures) => toRetryDelayMs(failures, null))).toEqual([
    1000, 2000, 4000, 30_000, 30_000,
  ]);
  expect(toRetryDelayMs(1, 5)).toBe(5000);
});

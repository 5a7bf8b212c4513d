import type { Session } from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import {
  initialSession,
  nextSession,
  retryDelay,
  type SessionEvent,
  type SessionState,
} from "#web/session/session-state.ts";

const sessionOf = (userId: string) => ({ access_token: "a", user: { id: userId } }) as Session;
const signedIn = (userId: string): SessionEvent => ({ type: "authenticated", session: sessionOf(userId) });
const stateAfter = (...events: SessionEvent[]): SessionState => events.reduce(nextSession, initialSession);

describe("the session state", () => {
  test("is loading until the first authentication event", () => {
    expect(stateAfter()).toMatchObject({ loading: true, role: "unknown" });
    expect(stateAfter({ type: "authenticated", session: null })).toMatchObject({
      loading: false,
      session: null,
    });
  });

  test("has an unknown role until the database returns it", () => {
    expect(stateAfter(signedIn("ana"))).toMatchObject({ loading: false, role: "unknown", roleFailed: false });
    expect(stateAfter(signedIn("ana"), { type: "role_read", userId: "ana", role: "admin" }).role).toBe(
      "admin",
    );
    expect(stateAfter(signedIn("ana"), { type: "role_read", userId: "ana", role: "user" }).role).toBe("user");
  });

  test("keeps the session and an unknown role when the check fails, until a later check", () => {
    const failed = stateAfter(signedIn("ana"), { type: "role_failed", userId: "ana" });
    expect(failed).toMatchObject({ role: "unknown", roleFailed: true });
    expect(failed.session?.user.id).toBe("ana");
    expect(nextSession(failed, { type: "role_read", userId: "ana", role: "admin" })).toMatchObject({
      role: "admin",
      roleFailed: false,
    });
  });

  test("keeps a known role while a refreshed session is checked again, even when that fails", () => {
    const events: SessionEvent[] = [
      signedIn("ana"),
      { type: "role_read", userId: "ana", role: "admin" },
      signedIn("ana"),
      { type: "role_failed", userId: "ana" },
    ];
    expect(stateAfter(...events).role).toBe("admin");
  });

  test("needs a passkey while the database requires it, and for the same account only", () => {
    const told = { type: "role_read", userId: "ana", role: "admin" } as const;
    const needing = [signedIn("ana"), { ...told, needsPasskey: true } as const];
    expect(stateAfter(...needing, signedIn("ana")).needsPasskey).toBe(true);
    expect(stateAfter(...needing, signedIn("eva")).needsPasskey).toBe(false);
    expect(stateAfter(...needing, signedIn("ana"), told).needsPasskey).toBe(false);
  });

  test("loses a revoked role", () => {
    const events: SessionEvent[] = [
      signedIn("ana"),
      { type: "role_read", userId: "ana", role: "admin" },
      { type: "role_read", userId: "ana", role: "user" },
    ];
    expect(stateAfter(...events).role).toBe("user");
  });

  test("starts with an unknown role for another account, and ignores late answers", () => {
    const events: SessionEvent[] = [
      signedIn("ana"),
      { type: "role_read", userId: "ana", role: "admin" },
      signedIn("eva"),
    ];
    expect(stateAfter(...events).role).toBe("unknown");
    expect(stateAfter(...events, { type: "role_read", userId: "ana", role: "admin" }).role).toBe("unknown");
  });

  test("has no session after signing out", () => {
    const state = stateAfter(
      signedIn("ana"),
      { type: "role_read", userId: "ana", role: "admin" },
      { type: "authenticated", session: null },
    );
    expect(state).toEqual({
      loading: false,
      session: null,
      role: "unknown",
      roleFailed: false,
      needsPasskey: false,
    });
  });
});

test("retries a failed check after 1, 2, 4 … seconds, at most 30, and never before Retry-After", () => {
  expect([1, 2, 3, 6, 20].map((failures) => retryDelay(failures, null))).toEqual([
    1000, 2000, 4000, 30_000, 30_000,
  ]);
  expect(retryDelay(1, 5)).toBe(5000);
});

import type { Session } from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import {
  initialSession,
  reduceSession,
  type SessionEvent,
  type SessionState,
  toRetryDelayMs,
} from "#web/session/session-state.ts";

const createSession = (userId: string) => ({ access_token: "a", user: { id: userId } }) as Session;
const createSignedIn = (userId: string): SessionEvent => ({
  type: "authenticated",
  session: createSession(userId),
});
const applyEvents = (...events: SessionEvent[]): SessionState => events.reduce(reduceSession, initialSession);

describe("the session state", () => {
  test("is loading until the first authentication event", () => {
    expect(applyEvents()).toMatchObject({ loading: true, role: "unknown" });
    expect(applyEvents({ type: "authenticated", session: null })).toMatchObject({
      loading: false,
      session: null,
    });
  });

  test("has an unknown role until the database returns it", () => {
    expect(applyEvents(createSignedIn("ana"))).toMatchObject({
      loading: false,
      role: "unknown",
      roleFailed: false,
    });
    expect(applyEvents(createSignedIn("ana"), { type: "role_read", userId: "ana", role: "admin" }).role).toBe(
      "admin",
    );
    expect(applyEvents(createSignedIn("ana"), { type: "role_read", userId: "ana", role: "user" }).role).toBe(
      "user",
    );
  });

  test("keeps the session and an unknown role when the check fails, until a later check", () => {
    const failed = applyEvents(createSignedIn("ana"), { type: "role_failed", userId: "ana" });
    expect(failed).toMatchObject({ role: "unknown", roleFailed: true });
    expect(failed.session?.user.id).toBe("ana");
    expect(reduceSession(failed, { type: "role_read", userId: "ana", role: "admin" })).toMatchObject({
      role: "admin",
      roleFailed: false,
    });
  });

  test("keeps a known role while a refreshed session is checked again, even when that fails", () => {
    const events: SessionEvent[] = [
      createSignedIn("ana"),
      { type: "role_read", userId: "ana", role: "admin" },
      createSignedIn("ana"),
      { type: "role_failed", userId: "ana" },
    ];
    expect(applyEvents(...events).role).toBe("admin");
  });

  test("needs a passkey while the database requires it, and for the same account only", () => {
    const roleEvent = { type: "role_read", userId: "ana", role: "admin" } as const;
    const passkeyEvents = [createSignedIn("ana"), { ...roleEvent, needsPasskey: true } as const];
    expect(applyEvents(...passkeyEvents, createSignedIn("ana")).needsPasskey).toBe(true);
    expect(applyEvents(...passkeyEvents, createSignedIn("eva")).needsPasskey).toBe(false);
    expect(applyEvents(...passkeyEvents, createSignedIn("ana"), roleEvent).needsPasskey).toBe(false);
  });

  test("loses a revoked role", () => {
    const events: SessionEvent[] = [
      createSignedIn("ana"),
      { type: "role_read", userId: "ana", role: "admin" },
      { type: "role_read", userId: "ana", role: "user" },
    ];
    expect(applyEvents(...events).role).toBe("user");
  });

  test("starts with an unknown role for another account, and ignores late answers", () => {
    const events: SessionEvent[] = [
      createSignedIn("ana"),
      { type: "role_read", userId: "ana", role: "admin" },
      createSignedIn("eva"),
    ];
    expect(applyEvents(...events).role).toBe("unknown");
    expect(applyEvents(...events, { type: "role_read", userId: "ana", role: "admin" }).role).toBe("unknown");
  });

  test("has no session after signing out", () => {
    const state = applyEvents(
      createSignedIn("ana"),
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
  expect([1, 2, 3, 6, 20].map((failures) => toRetryDelayMs(failures, null))).toEqual([
    1000, 2000, 4000, 30_000, 30_000,
  ]);
  expect(toRetryDelayMs(1, 5)).toBe(5000);
});

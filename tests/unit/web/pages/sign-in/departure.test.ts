import type { Session } from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import { findDestination } from "#web/pages/sign-in/departure.ts";

const session = { user: { id: "ana" } } as Session;
const signedIn = {
  loading: false,
  session,
  role: "unknown",
  roleFailed: false,
  needsPasskey: false,
} as const;
const arrived = { home: "/", next: null, signedInHere: false };

describe("the sign-in page", () => {
  test("keeps a visitor without a session or with an unknown session", () => {
    expect(findDestination({ ...signedIn, session: null }, arrived)).toBeNull();
    expect(findDestination({ ...signedIn, loading: true }, arrived)).toBeNull();
  });

  test("sends a signed-in visitor to / at once", () => {
    expect(findDestination(signedIn, arrived)).toEqual({ to: "/", notices: [] });
  });

  test("announces the new session, and offers an administrator the inbox", () => {
    const visit = { ...arrived, signedInHere: true };
    expect(findDestination(signedIn, visit)).toBeNull();
    expect(findDestination({ ...signedIn, role: "admin" }, visit)).toEqual({
      to: "/",
      notices: ["signed_in_admin"],
    });
    expect(findDestination({ ...signedIn, role: "user" }, visit)).toEqual({
      to: "/",
      notices: ["signed_in"],
    });
  });

  test("does not wait for a role that cannot be read", () => {
    const visit = { ...arrived, signedInHere: true };
    expect(findDestination({ ...signedIn, roleFailed: true }, visit)).toEqual({
      to: "/",
      notices: ["signed_in"],
    });
  });
});

describe("the sign-in page after a redirect from the inbox", () => {
  const visit = { ...arrived, next: "/buzon?m=1" };

  test("keeps an administrator who needs a passkey", () => {
    expect(findDestination({ ...signedIn, role: "admin", needsPasskey: true }, visit)).toBeNull();
  });

  test("sends an administrator back to the message", () => {
    expect(findDestination({ ...signedIn, role: "admin" }, visit)).toEqual({ to: "/buzon?m=1", notices: [] });
    expect(findDestination({ ...signedIn, role: "admin" }, { ...visit, signedInHere: true })).toEqual({
      to: "/buzon?m=1",
      notices: ["signed_in"],
    });
  });

  test("sends a user without the role to / with the reason", () => {
    expect(findDestination({ ...signedIn, role: "user" }, visit)).toEqual({
      to: "/",
      notices: ["admins_only"],
    });
  });

  test("does not redirect before the role is known, which prevents redirect loops", () => {
    expect(findDestination(signedIn, visit)).toBeNull();
    expect(findDestination({ ...signedIn, roleFailed: true }, visit)).toBeNull();
  });
});

import type { Session } from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import { departure } from "#web/pages/sign-in/departure.ts";

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
  test("keeps a visitor who is not signed in, and one of whom nothing is known yet", () => {
    expect(departure({ ...signedIn, session: null }, arrived)).toBeNull();
    expect(departure({ ...signedIn, loading: true }, arrived)).toBeNull();
  });

  test("sends a signed-in visitor to / at once", () => {
    expect(departure(signedIn, arrived)).toEqual({ to: "/", notices: [] });
  });

  test("says that the session has started, and shows an administrator the way to the inbox", () => {
    const visit = { ...arrived, signedInHere: true };
    expect(departure(signedIn, visit)).toBeNull();
    expect(departure({ ...signedIn, role: "admin" }, visit)).toEqual({
      to: "/",
      notices: ["signed_in_admin"],
    });
    expect(departure({ ...signedIn, role: "user" }, visit)).toEqual({ to: "/", notices: ["signed_in"] });
  });

  test("keeps nobody waiting for a role that cannot be read", () => {
    const visit = { ...arrived, signedInHere: true };
    expect(departure({ ...signedIn, roleFailed: true }, visit)).toEqual({ to: "/", notices: ["signed_in"] });
  });
});

describe("the sign-in page that the inbox sent somebody to", () => {
  const visit = { ...arrived, next: "/buzon?m=1" };

  test("keeps an administrator who has to show a passkey first", () => {
    expect(departure({ ...signedIn, role: "admin", needsPasskey: true }, visit)).toBeNull();
  });

  test("sends an administrator back to the message", () => {
    expect(departure({ ...signedIn, role: "admin" }, visit)).toEqual({ to: "/buzon?m=1", notices: [] });
    expect(departure({ ...signedIn, role: "admin" }, { ...visit, signedInHere: true })).toEqual({
      to: "/buzon?m=1",
      notices: ["signed_in"],
    });
  });

  test("sends a visitor who is not an administrator to / and says why", () => {
    expect(departure({ ...signedIn, role: "user" }, visit)).toEqual({ to: "/", notices: ["admins_only"] });
  });

  test("sends nobody anywhere before the role is known, so that nobody goes back and forth", () => {
    expect(departure(signedIn, visit)).toBeNull();
    expect(departure({ ...signedIn, roleFailed: true }, visit)).toBeNull();
  });
});

import type { Session } from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import { inboxView } from "#web/pages/inbox/gate/use-gate.ts";

const session = { user: { id: "ana" } } as Session;
const known = { loading: false, session, role: "unknown", roleFailed: false } as const;

describe("the inbox", () => {
  test("waits until it is known who is there, so that a reload sends no administrator away", () => {
    expect(inboxView({ ...known, loading: true, session: null })).toBe("wait");
    expect(inboxView(known)).toBe("wait");
  });

  test("opens to an administrator", () => {
    expect(inboxView({ ...known, role: "admin" })).toBe("inbox");
  });

  test("sends a visitor who is not signed in, and one who is not an administrator, to the sign-in page", () => {
    expect(inboxView({ ...known, session: null })).toBe("leave");
    expect(inboxView({ ...known, role: "user" })).toBe("leave");
  });

  test("sends an administrator whose session has to show a passkey first to where that is asked for", () => {
    expect(inboxView({ ...known, role: "admin", needsPasskey: true })).toBe("leave");
  });

  test("shows nothing and sends no one away while the role cannot be read", () => {
    expect(inboxView({ ...known, roleFailed: true })).toBe("retrying");
  });
});

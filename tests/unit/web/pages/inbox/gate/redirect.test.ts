import type { Session } from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import { toInboxView } from "#web/pages/inbox/gate/use-gate.ts";

const session = { user: { id: "ana" } } as Session;
const knownSession = { loading: false, session, role: "unknown", roleFailed: false } as const;

describe("the inbox", () => {
  test("waits for session and role, so that a reload does not redirect an administrator", () => {
    expect(toInboxView({ ...knownSession, loading: true, session: null })).toBe("wait");
    expect(toInboxView(knownSession)).toBe("wait");
  });

  test("opens to an administrator", () => {
    expect(toInboxView({ ...knownSession, role: "admin" })).toBe("inbox");
  });

  test("sends visitors without a session and users without the role to the sign-in page", () => {
    expect(toInboxView({ ...knownSession, session: null })).toBe("leave");
    expect(toInboxView({ ...knownSession, role: "user" })).toBe("leave");
  });

  test("sends an administrator whose session needs a passkey to the sign-in page", () => {
    expect(toInboxView({ ...knownSession, role: "admin", needsPasskey: true })).toBe("leave");
  });

  test("shows nothing and does not redirect while the role cannot be read", () => {
    expect(toInboxView({ ...knownSession, roleFailed: true })).toBe("retrying");
  });
});

import type { Session } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { toInboxView } from "#web/pages/inbox/gate/use-gate.ts";

const session = { user: { id: "ana" } } as Session;
const knownSession = {
  loading: false,
  session,
  role: "unknown",
  roleFailed: false,
  needsPasskey: false,
} as const;

test.each<[string, Partial<Parameters<typeof toInboxView>[0]>, ReturnType<typeof toInboxView>]>([
  ["waits for the session, so that a reload does not redirect", { loading: true, session: null }, "wait"],
  ["waits for the role, so that a reload does not redirect an administrator", {}, "wait"],
  ["opens to an administrator", { role: "admin" }, "inbox"],
  ["sends a visitor without a session away", { session: null }, "leave"],
  ["sends a user without the role away", { role: "user" }, "leave"],
  ["sends an administrator who needs a passkey away", { role: "admin", needsPasskey: true }, "leave"],
  ["shows nothing and does not redirect while the role cannot be read", { roleFailed: true }, "retrying"],
])("the inbox %s", (_, state, view) => {
  expect(toInboxView({ ...knownSession, ...state })).toBe(view);
});

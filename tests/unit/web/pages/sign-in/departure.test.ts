import type { Session } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { findDestination } from "#web/pages/sign-in/departure.ts";

type Arguments = Parameters<typeof findDestination>;

const signedIn: Arguments[0] = {
  loading: false,
  session: { user: { id: "ana" } } as Session,
  role: "unknown",
  roleFailed: false,
  needsPasskey: false,
};
const newSession = { user: { id: "ana", app_metadata: { password_needed: true } } } as unknown as Session;
const arrived = { home: "/", next: null, signedInHere: false };
const afterSignIn = { signedInHere: true };
const fromInbox = { next: "/buzon?m=1" };

test.each<[string, Partial<Arguments[0]>, Partial<Arguments[1]>, ReturnType<typeof findDestination>]>([
  ["keeps a visitor without a session", { session: null }, {}, null],
  ["keeps a visitor whose session is unknown", { loading: true }, {}, null],
  ["sends a signed-in visitor to / at once", {}, {}, { to: "/", notices: [] }],
  ["keeps a visitor without a password", { session: newSession }, {}, null],
  ["keeps an administrator without a password", { session: newSession, role: "admin" }, fromInbox, null],
  ["waits for the role after a sign-in", {}, afterSignIn, null],
  [
    "offers an administrator the inbox",
    { role: "admin" },
    afterSignIn,
    { to: "/", notices: ["signed_in_admin"] },
  ],
  ["announces the session of a user", { role: "user" }, afterSignIn, { to: "/", notices: ["signed_in"] }],
  ["does not wait for a failed role", { roleFailed: true }, afterSignIn, { to: "/", notices: ["signed_in"] }],
  ["keeps an administrator who needs a passkey", { role: "admin", needsPasskey: true }, fromInbox, null],
  ["sends an administrator back", { role: "admin" }, fromInbox, { to: "/buzon?m=1", notices: [] }],
  [
    "sends an administrator who signed in here back, and says so",
    { role: "admin" },
    { ...fromInbox, ...afterSignIn },
    { to: "/buzon?m=1", notices: ["signed_in"] },
  ],
  [
    "sends a user without the role to / with the reason",
    { role: "user" },
    fromInbox,
    { to: "/", notices: ["admins_only"] },
  ],
  ["prevents redirect loops before the role is known", {}, fromInbox, null],
  ["prevents redirect loops while the role cannot be read", { roleFailed: true }, fromInbox, null],
])("the sign-in page %s", (_, session, visit, destination) => {
  expect(findDestination({ ...signedIn, ...session }, { ...arrived, ...visit })).toEqual(destination);
});

import { beforeEach, expect, test } from "vitest";
import { revokeAdministrator } from "#local/commands/administrators.ts";
import {
  forgetLimits,
  freshEmail,
  goodPassword,
  mailsTo,
  newcomer,
  recoveryTo,
} from "../support/accounts.ts";
import { startEdge } from "../support/edge.ts";
import { passkeysAt } from "../support/passkeys-at.ts";
import { bearer, json } from "../support/requests.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
beforeEach(async () => {
  await forgetLimits(edge);
  await needPasskeys(false);
});

const { needPasskeys, owner, register, administrator, inbox, kindsOf } = passkeysAt(edge);

const invite = (session: { access_token: string } | null | undefined, email: string) =>
  edge.fetch(
    "/api/administrators/invitations",
    json({ email, language: "en" }, bearer({ access_token: session?.access_token ?? "" })),
  );
/** Returns the invitation in the mailbox of an address. */
const invitationTo = async (email: string, count = 1) => {
  const mail = (await mailsTo(edge, email, count)).find(({ subject }) =>
    subject.startsWith("You’re invited"),
  );
  if (!mail) throw new Error(`No invitation was mailed to ${email}.`);
  return mail;
};
const roleOf = async (email: string) => {
  const [row] = await edge.database.asOwner(
    "select role from profiles join accounts on user_id = accounts.id where email = $1",
    [email],
  );
  return row?.role;
};

test("an invited person chooses a password and reads the inbox, and all administrators get a notice", async () => {
  const { session, email: inviter, client } = await administrator();
  const email = freshEmail();
  const answer = await invite(session, email.toUpperCase());
  expect([answer.status, await answer.json()]).toEqual([201, { email, expires_at: expect.any(String) }]);
  expect(await roleOf(email)).toBe("user");
  const notices = await mailsTo(edge, inviter, 3);
  expect(notices.some(({ text }) => text.includes(email))).toBe(true);

  const mail = await invitationTo(email);
  const guest = client();
  expect((await guest.verifyOtp({ type: "recovery", token_hash: mail.token })).error).toBeNull();
  expect(await roleOf(email)).toBe("admin");
  expect((await guest.updateUser({ password: goodPassword })).error).toBeNull();
  const { data } = await guest.signInWithPassword({ email, password: goodPassword });
  expect((await inbox(data.session)).status).toBe(200);
  const again = client();
  expect((await again.verifyOtp({ type: "recovery", token_hash: mail.token })).error).not.toBeNull();
});

test("an invited person adds the first passkey after the password, while administrators need one", async () => {
  const { session, client } = await administrator();
  await needPasskeys(true);
  const email = freshEmail();
  expect((await invite(session, email)).status).toBe(201);
  const guest = client();
  await guest.verifyOtp({ type: "recovery", token_hash: (await invitationTo(email)).token });
  await guest.updateUser({ password: goodPassword });
  const { data } = await guest.signInWithPassword({ email, password: goodPassword });
  expect((await inbox(data.session)).status).toBe(403);
  expect((await register(guest)).error).toBeNull();
  expect((await inbox(data.session)).status).toBe(200);
});

test("an account with a confirmed address keeps its password and becomes an administrator by the mailed link alone", async () => {
  const { session } = await administrator();
  const person = await newcomer(edge);
  expect((await invite(session, person.email)).status).toBe(201);
  await person.auth.signInWithPassword(person);
  expect(await roleOf(person.email)).toBe("user");
  const { token } = await invitationTo(person.email, 2);
  expect((await person.auth.verifyOtp({ type: "recovery", token_hash: token })).error).toBeNull();
  expect(await roleOf(person.email)).toBe("admin");
  expect((await person.auth.signInWithPassword(person)).error).toBeNull();
  expect(await kindsOf(person)).toEqual(expect.arrayContaining(["administrator_invited", "role_changed"]));
});

test("rejects an invitation that expired, was revoked, or came from a former administrator", async () => {
  const inviter = await administrator();
  for (const end of [
    (email: string) =>
      edge.database.asOwner(
        "update one_time_tokens set created_at = created_at - interval '4 days', expires_at = now() - interval '1 minute' where email = $1",
        [email],
      ),
    async (email: string) => expect(await revokeAdministrator(owner(), email)).toBe("uninvited"),
    async () => expect(await revokeAdministrator(owner(), inviter.email)).toBe("revoked"),
  ]) {
    const email = freshEmail();
    await invite(inviter.session, email);
    const { token } = await invitationTo(email);
    await end(email);
    await inviter.client().verifyOtp({ type: "recovery", token_hash: token });
    expect(await roleOf(email)).toBe("user");
  }
});

test("another token of the account gives no role, and an accepted invitation ends its other sessions", async () => {
  const { session } = await administrator();
  const person = await newcomer(edge);
  await person.call("/recover", { email: person.email });
  const recovery = await recoveryTo(edge, person.email, 2);
  expect((await invite(session, person.email)).status).toBe(201);
  const { token } = await invitationTo(person.email, 3);
  const thief = person.client();
  await thief.signInWithPassword(person);
  const owner = person.client();
  await owner.verifyOtp({ type: "recovery", token_hash: token });
  expect(await roleOf(person.email)).toBe("admin");
  expect((await inbox((await thief.getSession()).data.session)).status).toBe(401);
  expect((await inbox((await owner.getSession()).data.session)).status).toBe(200);

  const other = await newcomer(edge);
  await other.call("/recover", { email: other.email });
  const otherRecovery = await recoveryTo(edge, other.email, 2);
  await forgetLimits(edge);
  expect((await invite(session, other.email)).status).toBe(201);
  await other.client().verifyOtp({ type: "recovery", token_hash: otherRecovery.token });
  expect(await roleOf(other.email)).toBe("user");
  expect(recovery.token).not.toBe(token);
});

test("rejects an invitation without a recent passkey, from a user, or to an administrator", async () => {
  const { session, client, email, password } = await administrator();
  const invited = freshEmail();
  const signedIn = await client().signInWithPassword({ email, password });
  expect((await invite(signedIn.data.session, invited)).status).toBe(403);
  const visitor = await newcomer(edge);
  expect((await invite(visitor.session, invited)).status).toBe(403);
  expect((await invite(null, invited)).status).toBe(401);
  expect(await edge.database.asOwner("select 1 from accounts where email = $1", [invited])).toEqual([]);
  expect((await invite(session, email)).status).toBe(404);
  expect((await invite(session, "ana@")).status).toBe(422);
});

import { beforeEach, expect, test } from "vitest";
import { revokeAdministrator } from "#local/commands/administrators.ts";
import {
  createConfirmedUser,
  createEmail,
  errorOf,
  forgetLimits,
  goodPassword,
  waitForMails,
  waitForRecovery,
} from "../support/accounts.ts";
import { startEdge } from "../support/edge.ts";
import { createPasskeyFunctions } from "../support/passkeys-at.ts";
import { bearer, json } from "../support/requests.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
beforeEach(async () => {
  await forgetLimits(edge);
  await needPasskeys(false);
});

const { needPasskeys, owner, register, administrator, inbox, kindsOf } = createPasskeyFunctions(edge);

const invite = (session: { access_token: string } | null | undefined, email: string) =>
  edge.fetch(
    "/api/administrators/invitations",
    json({ email, language: "en" }, bearer({ access_token: session?.access_token ?? "" })),
  );
/** Returns the invitation in the mailbox of an address. */
const findInvitation = async (email: string, count = 1) => {
  const mail = (await waitForMails(edge, email, count)).find(({ subject }) =>
    subject.startsWith("You’re invited"),
  );
  if (!mail) throw new Error(`No invitation was mailed to ${email}.`);
  return mail;
};
const findRole = async (email: string) => {
  const [row] = await edge.database.asOwner(
    "select role from profiles join accounts on user_id = accounts.id where email = $1",
    [email],
  );
  return row?.role;
};

test("an invited person chooses a password and reads the inbox, and all administrators get a notice", async () => {
  const { session, email: inviter, client } = await administrator();
  const email = createEmail();
  const answer = await invite(session, email.toUpperCase());
  expect([answer.status, await answer.json()]).toEqual([201, { email, expires_at: expect.any(String) }]);
  expect(await findRole(email)).toBe("user");
  const notices = await waitForMails(edge, inviter, 3);
  expect(notices.some(({ text }) => text.includes(email))).toBe(true);

  const mail = await findInvitation(email);
  const guest = client();
  expect(await errorOf(guest.verifyOtp({ type: "recovery", token_hash: mail.token }))).toBeNull();
  expect(await findRole(email)).toBe("admin");
  expect(await errorOf(guest.updateUser({ password: goodPassword }))).toBeNull();
  const { data } = await guest.signInWithPassword({ email, password: goodPassword });
  expect((await inbox(data.session)).status).toBe(200);
  const repeatingClient = client();
  expect(
    (await repeatingClient.verifyOtp({ type: "recovery", token_hash: mail.token })).error,
  ).not.toBeNull();
});

test("an invited person adds the first passkey after the password, while administrators need one", async () => {
  const { session, client } = await administrator();
  await needPasskeys(true);
  const email = createEmail();
  expect((await invite(session, email)).status).toBe(201);
  const guest = client();
  await guest.verifyOtp({ type: "recovery", token_hash: (await findInvitation(email)).token });
  await guest.updateUser({ password: goodPassword });
  const { data } = await guest.signInWithPassword({ email, password: goodPassword });
  expect((await inbox(data.session)).status).toBe(403);
  expect(await errorOf(register(guest))).toBeNull();
  expect((await inbox(data.session)).status).toBe(200);
});

test("an account with a confirmed address keeps its password and becomes an administrator by the mailed link alone", async () => {
  const { session } = await administrator();
  const person = await createConfirmedUser(edge);
  expect((await invite(session, person.email)).status).toBe(201);
  await person.auth.signInWithPassword(person);
  expect(await findRole(person.email)).toBe("user");
  const { token } = await findInvitation(person.email, 2);
  expect(await errorOf(person.auth.verifyOtp({ type: "recovery", token_hash: token }))).toBeNull();
  expect(await findRole(person.email)).toBe("admin");
  expect(await errorOf(person.auth.signInWithPassword(person))).toBeNull();
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
    const email = createEmail();
    await invite(inviter.session, email);
    const { token } = await findInvitation(email);
    await end(email);
    await inviter.client().verifyOtp({ type: "recovery", token_hash: token });
    expect(await findRole(email)).toBe("user");
  }
});

test("another token of the account gives no role, and an accepted invitation ends its other sessions", async () => {
  const { session } = await administrator();
  const person = await createConfirmedUser(edge);
  expect((await invite(session, person.email)).status).toBe(201);
  const { token } = await findInvitation(person.email, 2);
  const thief = person.client();
  await thief.signInWithPassword(person);
  const owner = person.client();
  await owner.verifyOtp({ type: "recovery", token_hash: token });
  expect(await findRole(person.email)).toBe("admin");
  expect((await inbox((await thief.getSession()).data.session)).status).toBe(401);
  expect((await inbox((await owner.getSession()).data.session)).status).toBe(200);

  const otherPerson = await createConfirmedUser(edge);
  await otherPerson.call("/recover", { email: otherPerson.email });
  const otherRecovery = await waitForRecovery(edge, otherPerson.email, 2);
  await forgetLimits(edge);
  expect((await invite(session, otherPerson.email)).status).toBe(201);
  await otherPerson.client().verifyOtp({ type: "recovery", token_hash: otherRecovery.token });
  expect(await findRole(otherPerson.email)).toBe("user");
});

test("rejects an invitation without a recent passkey, from a user, or to an administrator", async () => {
  const { session, client, email, password } = await administrator();
  const invitedEmail = createEmail();
  const signInResult = await client().signInWithPassword({ email, password });
  expect((await invite(signInResult.data.session, invitedEmail)).status).toBe(403);
  const visitor = await createConfirmedUser(edge);
  expect((await invite(visitor.session, invitedEmail)).status).toBe(403);
  expect((await invite(null, invitedEmail)).status).toBe(401);
  expect(await edge.database.asOwner("select 1 from accounts where email = $1", [invitedEmail])).toEqual([]);
  expect((await invite(session, email)).status).toBe(404);
  expect((await invite(session, "ana@")).status).toBe(422);
});

import type { GoTrueClient } from "@supabase/auth-js";
import { beforeEach, describe, expect, test } from "vitest";
import { revokeAdministrator } from "#local/commands/administrators.ts";
import {
  createConfirmedUser,
  createEmail,
  errorOf,
  findAccountRow,
  forgetLimits,
  goodPassword,
  readError,
  waitForMails,
  waitForRecovery,
} from "../support/accounts.ts";
import { startEdge } from "../support/edge.ts";
import { createPasskeyFunctions } from "../support/passkeys-at.ts";
import { bearer, json } from "../support/requests.ts";
import { selectCases, startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
beforeEach(async () => {
  await forgetLimits(edge);
  await needPasskeys(false);
});

const { needPasskeys, owner, register, signIn, keyHolder, administrator, inbox, kindsOf } =
  createPasskeyFunctions(edge);

const invite = (session: { access_token: string } | null | undefined, email: string) =>
  edge.fetch(
    "/api/administrators/invitations",
    json({ email, language: "en" }, bearer({ access_token: session?.access_token ?? "" })),
  );
/** Returns the invitation in the mailbox of an address. */
const findInvitation = async (email: string, count = 1) => {
  const mail = (await waitForMails(edge, email, count)).find(({ subject }) =>
    subject.includes("invited you to the"),
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

/** Accepts the invitation in the mailbox of an address. Returns a client with the session that starts. */
async function accept(email: string, client: () => GoTrueClient, mailCount = 1) {
  const guest = client();
  const { token } = await findInvitation(email, mailCount);
  expect(await errorOf(guest.verifyOtp({ type: "invite", token_hash: token }))).toBeNull();
  expect(await findRole(email)).toBe("admin");
  return guest;
}
const getInboxStatus = async (client: GoTrueClient) =>
  (await inbox((await client.getSession()).data.session)).status;

test("an invited person chooses a password and reads the inbox, and all mails name who invited whom", async () => {
  const { session, email: inviter, client } = await administrator();
  const email = createEmail();
  const answer = await invite(session, email.toUpperCase());
  expect([answer.status, await answer.json()]).toEqual([201, { email, expires_at: expect.any(String) }]);
  expect(await findRole(email)).toBe("user");
  const notices = await waitForMails(edge, inviter, 3);
  expect(notices.map(({ subject }) => subject)).toContain(
    `${inviter} invitó a ${email} al buzón de Guaria Digital`,
  );

  const mail = await findInvitation(email);
  expect(mail.subject).toBe(`${inviter} invited you to the Guaria Digital inbox`);
  expect(mail.link).toContain("/en/auth?next=%2Fen%2Finbox#");
  const guest = await accept(email, client);
  expect((await guest.getUser()).data.user?.app_metadata).toMatchObject({ password_needed: true });
  expect(await errorOf(guest.updateUser({ password: goodPassword }))).toBeNull();
  const { data } = await guest.signInWithPassword({ email, password: goodPassword });
  expect((await inbox(data.session)).status).toBe(200);
  expect(await errorOf(client().verifyOtp({ type: "invite", token_hash: mail.token }))).toBe(
    "403 otp_expired",
  );
});

test("an invited person adds the first passkey after the password, while administrators need one", async () => {
  const { session, client } = await administrator();
  await needPasskeys(true);
  const email = createEmail();
  expect((await invite(session, email)).status).toBe(201);
  const guest = await accept(email, client);
  expect(await errorOf(guest.updateUser({ password: goodPassword }))).toBeNull();
  const { data } = await guest.signInWithPassword({ email, password: goodPassword });
  expect((await inbox(data.session)).status).toBe(403);
  expect(await errorOf(register(guest))).toBeNull();
  expect((await inbox(data.session)).status).toBe(200);
});

test("an invitation has no code, and its link is no recovery link", async () => {
  const { session, call, client } = await administrator();
  const email = createEmail();
  await invite(session, email);
  const mail = await findInvitation(email);
  expect(mail.code).toBe("");
  // Without a stored code, no code matches.
  expect(
    await edge.database.asOwner("select code_hmac from one_time_tokens where email = $1", [email]),
  ).toEqual([{ code_hmac: null }]);
  for (const type of ["invite", "recovery", "email", "magiclink", "signup"])
    expect(await readError(await call("/verify", { type, email, token: "123456" }))).toBe("403 otp_expired");
  for (const type of ["recovery", "signup", "email_change"] as const)
    expect(await errorOf(client().verifyOtp({ type, token_hash: mail.token }))).toBe("403 otp_expired");
  expect(await findRole(email)).toBe("user");
});

describe.each(selectCases([true, false], 1))(
  "while administrators need passkeys (%s), an accepted invitation",
  (isNeeded) => {
    test("leaves a dismissed administrator no way in: no passkey, code, password, session or mailed link", async () => {
      const dismissed = await administrator();
      const { data: codes } = await dismissed.auth.mfa.recoveryCodes.generate();
      await revokeAdministrator(owner(), dismissed.email);
      expect(await errorOf(signIn(dismissed.client(), dismissed.authenticator))).toBe(
        "400 webauthn_verification_failed",
      );
      const inviter = await administrator();
      await needPasskeys(isNeeded);
      await forgetLimits(edge);
      expect((await invite(inviter.session, dismissed.email)).status).toBe(201);
      const successor = await accept(dismissed.email, inviter.client, 4);
      await successor.updateUser({ password: "una cuesta y dos lagunas" });

      expect(await errorOf(signIn(dismissed.client(), dismissed.authenticator))).toBe(
        "400 webauthn_verification_failed",
      );
      expect(await errorOf(dismissed.client().signInWithPassword(dismissed))).toBe("400 invalid_credentials");
      expect(await getInboxStatus(dismissed.auth)).toBe(401);
      expect(
        await errorOf(dismissed.auth.mfa.recoveryCodes.verify({ code: codes?.codes[0] ?? "" })),
      ).not.toBeNull();
    });

    test("leaves an earlier owner of the address no way in", async () => {
      const earlierOwner = await keyHolder();
      await earlierOwner.requestEmailChange(createEmail());
      await earlierOwner.call("/recover", { email: earlierOwner.email });
      const recovery = await waitForRecovery(edge, earlierOwner.email, 4);
      const inviter = await administrator();
      await needPasskeys(isNeeded);
      await forgetLimits(edge);
      expect((await invite(inviter.session, earlierOwner.email)).status).toBe(201);
      expect(await findRole(earlierOwner.email)).toBe("user");
      await accept(earlierOwner.email, inviter.client, 5);

      const thief = earlierOwner.client();
      // The sign-up's own day is not over, so a sign-in gets the response for an address without an account.
      expect(await errorOf(thief.signInWithPassword(earlierOwner))).toBe("400 email_not_confirmed");
      expect(await errorOf(signIn(thief, earlierOwner.authenticator))).toBe(
        "400 webauthn_verification_failed",
      );
      expect(await errorOf(thief.verifyOtp({ type: "recovery", token_hash: recovery.token }))).toBe(
        "403 otp_expired",
      );
      expect(await getInboxStatus(earlierOwner.auth)).toBe(401);
      expect(
        await edge.database.asOwner(
          `select purpose from one_time_tokens join accounts on accounts.id = account_id
          where accounts.email = $1 and purpose <> 'signup' and spent_at is null`,
          [earlierOwner.email],
        ),
      ).toEqual([]);
    });
  },
);

test("an invitation that expired, was withdrawn, replaced, or came from a former administrator does nothing", async () => {
  const inviter = await administrator();
  for (const end of [
    (email: string) =>
      edge.database.asOwner(
        "update one_time_tokens set created_at = created_at - interval '4 days', expires_at = now() - interval '1 minute' where email = $1",
        [email],
      ),
    (email: string) => invite(inviter.session, email),
    async (email: string) => {
      expect((await revokeAdministrator(owner(), email)).result).toBe("uninvited");
      expect(await findAccountRow(edge, email)).toBeUndefined();
    },
    async () => expect((await revokeAdministrator(owner(), inviter.email)).result).toBe("revoked"),
  ]) {
    await forgetLimits(edge);
    const email = createEmail();
    expect((await invite(inviter.session, email)).status).toBe(201);
    const { token } = await findInvitation(email);
    await end(email);
    const guest = inviter.client();
    expect(await errorOf(guest.verifyOtp({ type: "invite", token_hash: token }))).toBe("403 otp_expired");
    const account = await findAccountRow(edge, email);
    expect(account?.email_confirmed_at ?? null).toBeNull();
    expect((await findRole(email)) ?? "user").toBe("user");
  }
});

test("a withdrawn invitation leaves an account as it was", async () => {
  const { session } = await administrator();
  const person = await createConfirmedUser(edge);
  await invite(session, person.email);
  const { token } = await findInvitation(person.email, 2);
  expect((await revokeAdministrator(owner(), person.email)).result).toBe("uninvited");
  expect(await errorOf(person.client().verifyOtp({ type: "invite", token_hash: token }))).toBe(
    "403 otp_expired",
  );
  expect(await findRole(person.email)).toBe("user");
  expect(await errorOf(person.auth.signInWithPassword(person))).toBeNull();
});

test("another token of the account gives no role", async () => {
  const { session } = await administrator();
  const person = await createConfirmedUser(edge);
  await person.call("/recover", { email: person.email });
  const recovery = await waitForRecovery(edge, person.email, 2);
  expect((await invite(session, person.email)).status).toBe(201);
  await person.client().verifyOtp({ type: "recovery", token_hash: recovery.token });
  expect(await findRole(person.email)).toBe("user");
  await accept(person.email, person.client, 3);
  expect(await kindsOf(person)).toEqual(expect.arrayContaining(["administrator_invited", "role_changed"]));
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

test("a new administrator without a password is asked to choose one, and a user to choose a new one", async () => {
  for (const [isGranted, subjectPattern] of [
    [false, /^Elige una nueva contraseña/],
    [true, /^Elige tu contraseña para el buzón/],
  ] as const) {
    const { email, call } = await createConfirmedUser(edge);
    // The grant ends every way in from before.
    if (isGranted)
      await edge.database.asOwner(
        "update profiles set role = 'admin' where user_id = (select id from accounts where email = $1)",
        [email],
      );
    expect((await call("/recover", { email })).status).toBe(200);
    const subjects = (await waitForMails(edge, email, 2)).map(({ subject }) => subject);
    expect(subjects).toContainEqual(expect.stringMatching(subjectPattern));
  }
});

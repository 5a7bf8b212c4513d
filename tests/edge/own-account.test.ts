import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createCaller,
  createConfirmedUser,
  createEmail,
  errorOf,
  findAccountRow,
  forgetLimits,
  goodPassword,
  readError,
  signUp,
  waitForMail,
  waitForMails,
} from "../support/accounts.ts";
import { startEdge } from "../support/edge.ts";
import { bearer } from "../support/requests.ts";
import { administrator } from "../support/seeded-people.ts";
import { selectCases, startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);

const getProfileStatus = async (session: { access_token: string }) =>
  (await edge.fetch("/api/profile", { headers: bearer(session) })).status;
const otherPassword = "un río y tres volcanes";

describe("a forgotten password", () => {
  test("is set anew by the mailed link, without the old one, once; every other session ends", async () => {
    const person = await createConfirmedUser(edge);
    await forgetLimits(edge);
    const auth = person.client();
    const events: string[] = [];
    auth.onAuthStateChange((event) => void events.push(event));
    expect(await errorOf(auth.resetPasswordForEmail(person.email))).toBeNull();
    const mail = await waitForMail(edge, person.email, 2);
    expect(mail.type).toBe("recovery");
    const { data } = await auth.verifyOtp({ type: "recovery", token_hash: mail.token });
    expect(events).toContain("PASSWORD_RECOVERY");
    expect(await errorOf(auth.updateUser({ password: goodPassword }))).toBe("422 same_password");
    expect(await errorOf(auth.updateUser({ password: otherPassword }))).toBeNull();
    expect(await getProfileStatus(data.session as { access_token: string })).toBe(200);
    expect(await getProfileStatus(person.session)).toBe(401);
    expect(await errorOf(auth.updateUser({ password: goodPassword }))).toBe("400 current_password_required");
    expect(
      await errorOf(person.client().signInWithPassword({ email: person.email, password: otherPassword })),
    ).toBeNull();
    expect((await waitForMail(edge, person.email, 3)).token).toBe("");
  });

  test("cannot be set 15 minutes after the link was opened", async () => {
    const person = await createConfirmedUser(edge);
    await forgetLimits(edge);
    await person.call("/recover", { email: person.email });
    const mail = await waitForMail(edge, person.email, 2);
    const auth = person.client();
    await auth.verifyOtp({ type: "recovery", token_hash: mail.token });
    expect(await errorOf(auth.updateUser({ email: createEmail() }))).toBeNull();
    await forgetLimits(edge);
    await edge.database.asOwner(
      "update sessions set recovery_until = recovery_until - interval '15 minutes' where recovery_until is not null",
    );
    for (const change of [{ password: otherPassword }, { email: createEmail() }])
      expect(await errorOf(auth.updateUser(change))).toBe("400 current_password_required");
  });

  test("is not mailed to an unconfirmed address", async () => {
    const { email, call } = await signUp(edge);
    await call("/recover", { email });
    // A recovery mail exists only together with its token.
    const tokens = await edge.database.asOwner("select purpose from one_time_tokens where email = $1", [
      email,
    ]);
    expect(tokens).toEqual([{ purpose: "signup" }]);
  });
});

describe("the own account", () => {
  const countMails = async ({ email }: { email: string }) =>
    (await edge.mailbox.messages()).filter(({ to }) => to?.includes(email)).length;

  test("changes its password with the current one: other sessions end, a notice is mailed", async () => {
    const person = await createConfirmedUser(edge);
    const otherClient = person.client();
    const { data } = await otherClient.signInWithPassword(person);
    const update = (fields: object) => person.auth.updateUser(fields);
    expect(await errorOf(update({ password: otherPassword }))).toBe("400 current_password_required");
    expect(await errorOf(update({ password: otherPassword, current_password: "wrong" }))).toBe(
      "400 current_password_invalid",
    );
    expect(await errorOf(update({ password: "12345678", current_password: goodPassword }))).toBe(
      "422 weak_password",
    );
    expect(await errorOf(update({ password: goodPassword, current_password: goodPassword }))).toBe(
      "422 same_password",
    );
    expect(await errorOf(update({ password: otherPassword, current_password: goodPassword }))).toBeNull();
    expect(await getProfileStatus(person.session)).toBe(200);
    expect(await getProfileStatus(data.session as { access_token: string })).toBe(401);
    expect(await errorOf(otherClient.refreshSession())).toBe("400 refresh_token_not_found");
    expect((await waitForMail(edge, person.email, 2)).token).toBe("");
  });

  test.each(
    selectCases<[string, object, string]>(
      [
        ["a phone", { phone: "+50688881234" }, "phone_provider_disabled"],
        ["PKCE", { code_challenge: "x" }, "validation_failed"],
        ["metadata that is no object", { data: ["x"] }, "validation_failed"],
      ],
      1,
    ),
  )(
    "rejects %s before it checks the current password, so that it counts as no attempt",
    async (_, extraFields, code) => {
      const person = await createConfirmedUser(edge);
      await forgetLimits(edge);
      const rejected = await person.call(
        "/user",
        { password: otherPassword, current_password: "wrong", ...extraFields },
        bearer(person.session),
        "PUT",
      );
      expect(await readError(rejected)).toBe(`422 ${code}`);
      expect(await edge.database.asOwner("select from attempt_limits")).toEqual([]);
    },
  );

  test("changes its address once both addresses have confirmed; the old one is told, sessions stay", async () => {
    const person = await createConfirmedUser(edge);
    const otherClient = person.client();
    await otherClient.signInWithPassword(person);
    const getAddressState = async () => {
      const { data } = await otherClient.getUser();
      return [data.user?.email, data.user?.new_email, typeof data.user?.email_change_sent_at];
    };
    expect(await getAddressState()).toEqual([person.email, undefined, "undefined"]);
    const newEmail = createEmail();
    const { data, error } = await person.requestEmailChange(newEmail);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: person.email, new_email: newEmail });
    expect((await otherClient.refreshSession()).data.user).toMatchObject(data.user as object);
    const [current, newAddressMail] = [
      await waitForMail(edge, person.email, 2),
      await waitForMail(edge, newEmail),
    ];
    const first = await person.call("/verify", { type: "email_change", token_hash: newAddressMail.token });
    expect(await first.json()).toEqual({ msg: expect.stringContaining("other email"), code: "200" });
    expect(await getAddressState()).toEqual([person.email, newEmail, "string"]);
    const auth = person.client();
    const second = await auth.verifyOtp({ type: "email_change", email: person.email, token: current.code });
    expect(second.data.session?.user.email).toBe(newEmail);
    expect(await getAddressState()).toEqual([newEmail, undefined, "undefined"]);
    expect(await getProfileStatus(person.session)).toBe(200);
    expect((await waitForMail(edge, person.email, 3)).text).toContain(newEmail);
    expect(await errorOf(auth.signInWithPassword({ email: newEmail, password: goodPassword }))).toBeNull();
  });

  test("changes its address only with the password", async () => {
    const person = await createConfirmedUser(edge);
    const change = (fields: object) =>
      person.call("/user", { email: createEmail(), ...fields }, bearer(person.session), "PUT");
    const mailsBefore = await countMails(person);
    const refusals = [
      await change({}),
      await change({ current_password: "" }),
      await change({ data: { a: 1 } }),
    ];
    for (const answer of refusals) {
      expect(await readError(answer)).toBe("400 current_password_required");
    }
    const wrongAnswer = await change({ current_password: "wrong", data: { a: 1 } });
    expect(await readError(wrongAnswer)).toBe("400 current_password_invalid");
    expect(await countMails(person)).toBe(mailsBefore);
    expect((await person.auth.getUser()).data.user).toMatchObject({ email: person.email, user_metadata: {} });
    expect((await person.call("/user", { email: person.email }, bearer(person.session), "PUT")).status).toBe(
      200,
    );
  });

  test("mails a requested address once, even for several accounts, and not again by resend", async () => {
    const target = createEmail();
    const [person, otherPerson] = [await createConfirmedUser(edge), await createConfirmedUser(edge)];
    await forgetLimits(edge);
    expect(await errorOf(person.requestEmailChange(target))).toBeNull();
    expect(await errorOf(otherPerson.requestEmailChange(target))).toBe("429 over_request_rate_limit");
    expect(await errorOf(otherPerson.requestEmailChange(createEmail()))).toBeNull();
    expect(await errorOf(person.auth.resend({ type: "email_change", email: person.email }))).toBeNull();
    // The resend mails the current address a second time.
    await waitForMail(edge, person.email, 3);
    expect(await waitForMails(edge, target, 1)).toHaveLength(1);
  });

  test("is told when it requests another address too soon, and the rest of that call is not applied", async () => {
    const person = await createConfirmedUser(edge);
    await person.requestEmailChange(createEmail());
    const changeAgain = () =>
      person.call(
        "/user",
        { email: createEmail(), password: otherPassword, current_password: goodPassword },
        bearer(person.session),
        "PUT",
      );
    const rejected = await changeAgain();
    expect(await readError(rejected)).toBe("429 over_request_rate_limit");
    expect(Number(rejected.headers.get("Retry-After"))).toBeGreaterThan(50);
    expect(await errorOf(person.client().signInWithPassword(person))).toBeNull();
    await forgetLimits(edge);
    expect((await changeAgain()).status).toBe(200);
    expect(await errorOf(person.client().signInWithPassword(person))).toBe("400 invalid_credentials");
  });

  test("can request the mails of an address change again", async () => {
    const person = await createConfirmedUser(edge);
    const newEmail = createEmail();
    await person.requestEmailChange(newEmail);
    await waitForMail(edge, newEmail);
    await forgetLimits(edge);
    expect(await errorOf(person.auth.resend({ type: "email_change", email: person.email }))).toBeNull();
    const [newAddressMail] = await waitForMails(edge, newEmail, 2);
    const [current] = await waitForMails(edge, person.email, 3);
    await person.call("/verify", { type: "email_change", token_hash: current?.token });
    const verifyAnswer = await person.call("/verify", {
      type: "email_change",
      token_hash: newAddressMail?.token,
    });
    expect(await verifyAnswer.json()).toMatchObject({ user: { email: newEmail } });
  });

  test("cannot take another account's address, and does not learn whose it is", async () => {
    const [person, owner] = [await createConfirmedUser(edge), await createConfirmedUser(edge)];
    const { data, error } = await person.requestEmailChange(owner.email);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: person.email, new_email: owner.email });
    expect((await waitForMail(edge, owner.email, 2)).token).toBe("");
    const current = await waitForMail(edge, person.email, 2);
    await person.call("/verify", { type: "email_change", token_hash: current.token });
    expect((await findAccountRow(edge, owner.email))?.id).toBe(owner.session.user.id);
  });

  test("is deleted with its password: sessions, tokens and profile are gone, and a mail says so", async () => {
    const person = await createConfirmedUser(edge);
    const remove = (fields: object) => person.call("/user", fields, bearer(person.session), "DELETE");
    expect(await readError(await remove({}))).toBe("400 current_password_required");
    expect(await readError(await remove({ current_password: "wrong" }))).toBe("400 current_password_invalid");
    expect((await remove({ current_password: goodPassword })).status).toBe(204);
    expect(await findAccountRow(edge, person.email)).toBeUndefined();
    expect(await getProfileStatus(person.session)).toBe(401);
    expect((await person.get("/user", bearer(person.session))).status).toBe(403);
    expect((await waitForMail(edge, person.email, 2)).token).toBe("");
    expect(await errorOf(person.client().signInWithPassword(person))).toBe("400 invalid_credentials");
  });

  test("is deleted once by concurrent calls: one mail, one audit event", async () => {
    const person = await createConfirmedUser(edge);
    const sessions = [person.session.access_token];
    const { data } = await person.client().signInWithPassword(person);
    if (data.session) sessions.push(data.session.access_token);
    const [countBefore] = await edge.database.asOwner(
      "select count(*)::int from outgoing_mails where kind = 'account_deleted'",
    );
    const answers = await Promise.all(
      [...sessions, ...sessions].map((access_token) =>
        person.call("/user", { current_password: goodPassword }, bearer({ access_token }), "DELETE"),
      ),
    );
    expect(answers.map(({ status }) => status)).toContain(204);
    const [counts] = await edge.database.asOwner(
      `select
        (select count(*)::int from account_events where kind = 'account_deleted' and account_id = $1) as events,
        (select count(*)::int from outgoing_mails where kind = 'account_deleted') - $2::int as mails`,
      [person.session.user.id, countBefore?.count],
    );
    expect(counts).toEqual({ events: 1, mails: 1 });
  });

  describe("whose password changes elsewhere during a call", () => {
    beforeAll(async () => {
      // For the accounts in `hurried`, changes the password when the first of a call's two transactions commits.
      await edge.database.asOwner("create table hurried (account_id uuid)");
      await edge.database.asOwner(
        `create function change_meanwhile() returns trigger language plpgsql security definer as $$ begin
           update public.accounts set password_hash = '$argon2id$another' where id in (select account_id from public.hurried);
           return null;
         end $$`,
      );
      await edge.database.asOwner(
        `create constraint trigger meanwhile after insert or update on attempt_limits
         deferrable initially deferred for each row execute function change_meanwhile()`,
      );
    });
    afterAll(async () => {
      await edge.database.asOwner("drop trigger meanwhile on attempt_limits");
      await edge.database.asOwner("drop function change_meanwhile");
      await edge.database.asOwner("drop table hurried");
    });
    /** Counts the person's audit events and all mails. */
    const countTraces = async ({ session }: { session: { user: { id: string } } }) => {
      const [counts] = await edge.database.asOwner(
        `select
          (select count(*)::int from account_events where account_id = $1) as events,
          (select count(*)::int from outgoing_mails) as mails`,
        [session.user.id],
      );
      return counts;
    };
    const password = { password: otherPassword, current_password: goodPassword };
    test.for([
      ["keeps the other password", "PUT", password],
      ["keeps its address too", "PUT", { ...password, email: createEmail() }],
      ["is not deleted", "DELETE", { current_password: goodPassword }],
    ] as const)(
      "%s: no mail, no audit event, and the answer reports the conflict",
      async ([, method, body]) => {
        const person = await createConfirmedUser(edge);
        await edge.database.asOwner("insert into hurried values ($1)", [person.session.user.id]);
        const tracesBefore = await countTraces(person);
        const answer = await person.call("/user", body, bearer(person.session), method);
        expect(await readError(answer)).toBe("409 conflict");
        expect((await findAccountRow(edge, person.email))?.password_hash).toBe("$argon2id$another");
        expect(await countTraces(person)).toEqual(tracesBefore);
      },
    );
  });

  test("of the last administrator is not deleted", async () => {
    const session = await edge.signIn();
    const answer = await createCaller(edge).call(
      "/user",
      { current_password: administrator.password },
      bearer(session),
      "DELETE",
    );
    expect(await readError(answer)).toBe("409 last_administrator");
    expect(await getProfileStatus(session)).toBe(200);
  });
});

describe("the own sessions", () => {
  type ListedSession = {
    id: string;
    user_agent: string;
    city: string;
    country: string;
    idle_seconds: number;
    current: boolean;
  };
  const listSessions = async (person: Awaited<ReturnType<typeof createConfirmedUser>>) =>
    (await (await person.get("/sessions", bearer(person.session))).json()) as ListedSession[];

  test("are listed with device, place and last use, the last used first, and can each be ended", async () => {
    const person = await createConfirmedUser(edge);
    const signInAnswer = await edge.fetch("/api/auth/token?grant_type=password", {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": "Telefono/2" },
      body: JSON.stringify({ email: person.email, password: person.password }),
      cf: { city: "Heredia", country: "CR" },
    } as RequestInit);
    const phoneSession = (await signInAnswer.json()) as { access_token: string };
    const sessions = await listSessions(person);
    expect(sessions.map(({ user_agent, current }) => [user_agent, current])).toEqual([
      ["Telefono/2", false],
      [expect.any(String), true],
    ]);
    expect(sessions[0]).toMatchObject({
      city: "Heredia",
      country: "CR",
      created_at: expect.stringMatching(/Z$/),
      last_used_at: expect.stringMatching(/Z$/),
    });
    await edge.database.asOwner(
      "update sessions set last_used_at = now() - interval '61 seconds' where user_agent = 'Telefono/2'",
    );
    const [, usedSession] = await listSessions(person);
    expect(usedSession?.idle_seconds).toBeGreaterThanOrEqual(61);
    expect(usedSession?.idle_seconds).toBeLessThan(120);
    const endSession = (id: string) => person.call(`/sessions/${id}`, {}, bearer(person.session), "DELETE");
    expect((await endSession(sessions[0]?.id as string)).status).toBe(204);
    expect(await getProfileStatus(phoneSession)).toBe(401);
    expect((await endSession(sessions[0]?.id as string)).status).toBe(404);
    expect(await listSessions(person)).toHaveLength(1);
  });

  test("of another user cannot be ended", async () => {
    const [person, owner] = [await createConfirmedUser(edge), await createConfirmedUser(edge)];
    const [otherSession] = await listSessions(owner);
    for (const id of [otherSession?.id, crypto.randomUUID(), "no-id"]) {
      const answer = await person.call(`/sessions/${id}`, {}, bearer(person.session), "DELETE");
      expect(await readError(answer)).toBe("404 not_found");
    }
    expect(await getProfileStatus(owner.session)).toBe(200);
  });
});

import { beforeEach, describe, expect, test } from "vitest";
import { limitSignInChangesOf } from "#functions/accounts/limits/attempts.ts";
import { grantAdministrator, revokeAdministrator } from "#local/commands/administrators.ts";
import {
  createConfirmedUser,
  createEmail,
  errorOf,
  forgetLimits,
  goodPassword,
  readError,
  waitForMails,
  waitForRecovery,
} from "../support/accounts.ts";
import { createAttemptLimits } from "../support/attempt-limits.ts";
import { startEdge } from "../support/edge.ts";
import { createPasskeyFunctions } from "../support/passkeys-at.ts";
import { bearer, json } from "../support/requests.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
const limits = createAttemptLimits(edge);
beforeEach(async () => {
  await forgetLimits(edge);
  await needPasskeys(false);
});

const { needPasskeys, owner, register, signIn, promote, administrator, signInLater, kindsOf, inbox } =
  createPasskeyFunctions(edge);
const versioned = { "X-Supabase-Api-Version": "2024-01-01" };
const aalError = "403 insufficient_aal";
const otherPassword = "un río y tres volcanes";

describe("while administrators need passkeys", () => {
  test("a password opens no message, and a passkey or a recovery code does", async () => {
    const { auth, authenticator, client, email, password } = await administrator();
    const { data } = await auth.mfa.recoveryCodes.generate();
    await needPasskeys(true);
    const otherClient = client();
    const signInResult = await otherClient.signInWithPassword({ email, password });
    expect(await readError(await inbox(signInResult.data.session))).toBe("403 passkey_required");
    expect(await errorOf(otherClient.refreshSession())).toBeNull();
    expect(await readError(await inbox((await otherClient.getSession()).data.session))).toBe(
      "403 passkey_required",
    );
    expect((await inbox((await signIn(client(), authenticator)).data?.session)).status).toBe(200);
    await otherClient.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? "" });
    expect((await inbox((await otherClient.getSession()).data.session)).status).toBe(200);
  });

  test("a recovery mail sets a password, and neither of them opens a message or changes a passkey", async () => {
    const { authenticator, client, call, email, passkey } = await administrator();
    await needPasskeys(true);
    await call("/recover", { email });
    const mail = await waitForRecovery(edge, email, 3);
    const thief = client();
    await thief.verifyOtp({ type: "recovery", token_hash: mail.token });
    const expectKeptOut = async () => {
      const { session } = (await thief.getSession()).data;
      expect(await readError(await inbox(session))).toBe("403 passkey_required");
      expect(await errorOf(register(thief))).toBe(aalError);
      expect(await errorOf(thief.passkey.delete({ passkeyId: passkey.id }))).toBe(aalError);
      expect(await errorOf(thief.mfa.recoveryCodes.generate())).toBe(aalError);
    };
    await expectKeptOut();
    const password = otherPassword;
    const otherChanges = [
      { email: createEmail() },
      { email: createEmail(), password },
      { data: { a: 1 }, password },
    ];
    for (const change of otherChanges) expect(await errorOf(thief.updateUser(change))).toBe(aalError);
    expect(await errorOf(thief.updateUser({ password }))).toBeNull();
    expect(await errorOf(thief.updateUser({ password: goodPassword }))).toBe(aalError);
    await expectKeptOut();
    expect(await errorOf(thief.signInWithPassword({ email, password: otherPassword }))).toBeNull();
    await expectKeptOut();
    expect((await inbox((await signIn(client(), authenticator)).data?.session)).status).toBe(200);
  });

  test("one who has none yet adds the first after the password, not after a mail, and is let in", async () => {
    const person = await promote(await createConfirmedUser(edge));
    await needPasskeys(true);
    expect(await errorOf(register(person.auth, undefined, {}, null))).toBe("400 current_password_required");
    const { data } = await person.auth.signInWithPassword(person);
    const changeName = () => errorOf(person.auth.updateUser({ data: { name: "x" } }));
    expect(await readError(await inbox(data.session))).toBe("403 passkey_required");
    expect(await changeName()).toBe(aalError);
    expect(await errorOf(register(person.auth))).toBeNull();
    expect((await inbox(data.session)).status).toBe(200);
    expect(await changeName()).toBeNull();
  });

  /** Returns an administrator without a passkey, a day after the grant. */
  async function createKeyless() {
    const person = await promote(await createConfirmedUser(edge));
    expect(person.result).toBe("opened");
    await expireOpening(person.email);
    return person;
  }
  const expireOpening = (email: string) =>
    edge.database.asOwner(
      "update accounts set first_passkey_until = first_passkey_until - interval '24 hours' where email = $1",
      [email],
    );
  const closedError = "403 first_passkey_closed";
  const openFirstPasskey = (session: { access_token: string } | null | undefined, email: string) =>
    edge.fetch(
      "/api/sign-in-rules/first-passkeys",
      json({ email }, bearer({ access_token: session?.access_token ?? "" })),
    );

  test("whoever has the mailbox alone sets a password and adds no first passkey", async () => {
    const { email, client } = await createKeyless();
    await needPasskeys(true);
    const thief = client();
    await thief.resetPasswordForEmail(email);
    const mail = await waitForRecovery(edge, email, 2);
    expect(await errorOf(thief.verifyOtp({ type: "recovery", token_hash: mail.token }))).toBeNull();
    expect(await errorOf(thief.updateUser({ password: otherPassword }))).toBeNull();
    expect(await errorOf(register(thief))).toBe(closedError);
    const { data } = await thief.signInWithPassword({ email, password: otherPassword });
    expect(await errorOf(register(thief))).toBe(closedError);
    expect(await errorOf(thief.mfa.recoveryCodes.generate())).toBe("403 insufficient_aal");
    expect(await readError(await inbox(data.session))).toBe("403 passkey_required");
  });

  test("another administrator who has shown a passkey opens the first one for a day, once, and its owner is told", async () => {
    const opener = await administrator();
    const person = await createKeyless();
    await needPasskeys(true);
    const { data } = await person.auth.signInWithPassword(person);
    expect(await errorOf(register(person.auth))).toBe(closedError);
    const answer = await openFirstPasskey(opener.session, person.email.toUpperCase());
    expect(await answer.json()).toEqual({ email: person.email, expires_at: expect.any(String) });
    expect(await kindsOf(person)).toContain("first_passkey_opened");
    const mails = await waitForMails(edge, person.email, 2);
    expect(mails.map(({ subject }) => subject)).toContain(
      "Ya puedes agregar tu primera llave de acceso en Guaria Digital",
    );
    await expireOpening(person.email);
    expect(await errorOf(register(person.auth))).toBe(closedError);
    await openFirstPasskey(opener.session, person.email);
    const { data: passkey, error } = await register(person.auth);
    expect(error).toBeNull();
    expect((await inbox(data.session)).status).toBe(200);
    await needPasskeys(false);
    await person.auth.passkey.delete({ passkeyId: passkey?.id ?? "" });
    await needPasskeys(true);
    await person.auth.signInWithPassword(person);
    expect(await errorOf(register(person.auth))).toBe(closedError);
  });

  test("the first passkey is opened only for other administrators without one, by one who has just presented a passkey", async () => {
    const opener = await administrator();
    const person = await createKeyless();
    await needPasskeys(true);
    for (const email of [
      opener.email,
      (await administrator()).email,
      (await createConfirmedUser(edge)).email,
      createEmail(),
    ]) {
      expect(await readError(await openFirstPasskey(opener.session, email))).toBe("404 not_found");
    }
    await signInLater(opener, "16 minutes");
    expect(await readError(await openFirstPasskey(opener.session, person.email))).toBe(
      "403 passkey_required",
    );
    const { data } = await person.auth.signInWithPassword(person);
    expect(await readError(await openFirstPasskey(data.session, person.email))).toBe("403 passkey_required");
    expect(await errorOf(register(person.auth))).toBe(closedError);
    expect((await grantAdministrator(owner(), person.email)).result).toBe("opened");
    expect(await errorOf(register(person.auth))).toBeNull();
  });

  test("an administrator with recovery codes and no passkey presents a code before adding a passkey", async () => {
    const person = await administrator();
    const { data } = await person.auth.mfa.recoveryCodes.generate();
    await person.auth.passkey.delete({ passkeyId: person.passkey.id });
    expect((await grantAdministrator(owner(), person.email)).result).toBe("granted");
    await needPasskeys(true);
    await person.auth.signInWithPassword(person);
    expect(await errorOf(register(person.auth))).toBe("403 insufficient_aal");
    await person.auth.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? "" });
    expect(await errorOf(register(person.auth))).toBeNull();
  });

  test("an old passkey sign-in is repeated before a change, and a password does not suffice", async () => {
    const person = await administrator();
    await needPasskeys(true);
    await signInLater(person, "16 minutes");
    expect(await errorOf(register(person.auth))).toBe("403 insufficient_aal");
    expect((await inbox((await person.auth.getSession()).data.session)).status).toBe(200);
    await signIn(person.auth, person.authenticator);
    expect(await errorOf(register(person.auth))).toBeNull();
  });

  describe.each([
    ["with a passkey", administrator],
    ["without a passkey", async () => promote(await createConfirmedUser(edge))],
  ])("the password alone of an administrator %s", (_, create) => {
    test("changes nothing of the account, and signs out only its own session", async () => {
      const { auth, client, email, password } = await create();
      const sessions =
        "select sessions.id from sessions join accounts on accounts.id = account_id where email = $1";
      const [session] = await edge.database.asOwner(sessions, [email]);
      const { data: passkeys } = await auth.passkey.list();
      await needPasskeys(true);
      const thief = client();
      const { data } = await thief.signInWithPassword({ email, password });
      const headers = { ...versioned, ...bearer(data.session as never) };
      const call = (method: string, path: string, fields: object = {}) =>
        edge.fetch(`/api/auth${path}`, json(fields, headers, method));
      const current = { current_password: password };
      for (const answer of [
        await call("PUT", "/user", { password: otherPassword, ...current }),
        await call("PUT", "/user", { email: createEmail(), ...current }),
        await call("PUT", "/user", { data: { name: "x" } }),
        await call("DELETE", "/user", current),
        await call("POST", "/logout?scope=others"),
        await call("POST", "/logout?scope=global"),
        await call("DELETE", `/sessions/${session?.id}`),
        await call("PATCH", `/passkeys/${passkeys?.[0]?.id ?? crypto.randomUUID()}`, { friendly_name: "x" }),
        await call("DELETE", `/passkeys/${passkeys?.[0]?.id ?? crypto.randomUUID()}`),
        await call("POST", "/factors/recovery-codes"),
        await call("POST", "/factors/recovery-codes/regenerate"),
        await call("DELETE", "/factors/recovery-codes"),
      ]) {
        expect(await readError(answer)).toBe("403 insufficient_aal");
      }
      expect((await auth.getUser()).data.user?.user_metadata).not.toHaveProperty("name");
      expect((await call("POST", "/logout?scope=local")).status).toBe(204);
      expect(await errorOf(client().signInWithPassword({ email, password }))).toBeNull();
    });
  });

  test("the last passkey cannot be removed", async () => {
    const { auth, passkey } = await administrator();
    await needPasskeys(true);
    expect(await errorOf(auth.passkey.delete({ passkeyId: passkey.id }))).toBe("409 last_passkey");
    const { data } = await register(auth);
    expect(data).not.toBeNull();
    expect(await errorOf(auth.passkey.delete({ passkeyId: passkey.id }))).toBeNull();
  });

  test("everyone else signs in as before", async () => {
    await needPasskeys(true);
    const person = await createConfirmedUser(edge);
    expect(await errorOf(register(person.auth))).toBeNull();
    const { data } = await person.auth.signInWithPassword(person);
    expect(await errorOf(person.auth.updateUser({ data: { name: "x" } }))).toBeNull();
    expect(await readError(await inbox(data.session))).toBe("403 forbidden");
  });
});

describe("the rules of signing in", () => {
  const callRules = (session: { access_token: string }, isNeeded?: boolean) =>
    edge.fetch(
      "/api/sign-in-rules",
      isNeeded === undefined
        ? { headers: bearer(session) }
        : json({ administrators_need_passkeys: isNeeded }, bearer(session), "PUT"),
    );

  test("can be changed by an administrator with a presented passkey, and the audit records every change", async () => {
    const person = await administrator();
    const { authenticator, client, email, password } = person;
    const byPassword = (await client().signInWithPassword({ email, password })).data.session as never;
    expect(await (await callRules(byPassword)).json()).toMatchObject({ administrators_need_passkeys: false });
    expect(await readError(await callRules(byPassword, true))).toBe("403 passkey_required");
    const byPasskey = (await signIn(client(), authenticator)).data?.session as never;
    await signInLater(person, "16 minutes");
    expect(await readError(await callRules(byPasskey, true))).toBe("403 passkey_required");
    await edge.database.asOwner("update sessions set verified_at = now() where method = 'passkey'");
    const changeAnswer = await callRules(byPasskey, true);
    expect(changeAnswer.status).toBe(200);
    const changedRules = (await changeAnswer.json()) as Record<string, unknown>;
    expect(changedRules).toMatchObject({ administrators_need_passkeys: true });
    const keyless = changedRules.without_passkey as { email: string }[];
    expect(keyless.map((administrator) => administrator.email)).not.toContain(email);
    await callRules(byPasskey, true);
    await callRules(byPasskey, false);
    const events = (await kindsOf(person)).filter((kind) => kind === "sign_in_rules_changed");
    expect(events).toHaveLength(2);
    const mails = await waitForMails(edge, email, 4);
    expect(mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        "Los administradores necesitan una llave de acceso en Guaria Digital",
        "Ya no se pide la llave de acceso en Guaria Digital",
      ]),
    );
    await revokeAdministrator(owner(), email);
    expect(await readError(await callRules(byPasskey, true))).toBe("401 unauthenticated");
  });

  test("have the limit of an account's other changes, because every change mails all administrators", async () => {
    const { session } = await administrator();
    await limits.counted(await limitSignInChangesOf(session.user.id), 9);
    expect((await callRules(session, true)).status).toBe(200);
    const answer = await callRules(session, false);
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([
      429,
      expect.stringMatching(/^3\d{3}$/),
    ]);
    expect(await (await callRules(session)).json()).toMatchObject({ administrators_need_passkeys: true });
  });

  test("name the administrators without a passkey, who keep the inbox for a day and can add one", async () => {
    const { session } = await administrator();
    const [quickPerson, slowPerson] = [
      await promote(await createConfirmedUser(edge)),
      await promote(await createConfirmedUser(edge)),
    ];
    const answer = await callRules(session, true);
    const { without_passkey: keyless } = (await answer.json()) as {
      without_passkey: { email: string; needs_passkey_from: string | null }[];
    };
    const { needs_passkey_from: from } = keyless.find(({ email }) => email === slowPerson.email) ?? {};
    expect(Math.round((Date.parse(from ?? "") - Date.now()) / 3_600_000)).toBe(24);
    const mails = await waitForMails(edge, slowPerson.email, 2);
    expect(mails[0]?.text).toContain("24 horas");
    const other = quickPerson.client();
    const { data } = await other.signInWithPassword(quickPerson);
    for (const openSession of [quickPerson.session, slowPerson.session, data.session]) {
      expect((await inbox(openSession)).status).toBe(200);
    }
    expect(await errorOf(register(quickPerson.auth, undefined, {}, null))).toBe(
      "400 current_password_required",
    );
    expect(await errorOf(register(quickPerson.auth))).toBeNull();
    expect((await inbox(quickPerson.session)).status).toBe(200);
    expect(await readError(await inbox(data.session))).toBe("403 passkey_required");

    await edge.database.asOwner("update accounts set passkey_grace_until = now() where email = $1", [
      slowPerson.email,
    ]);
    expect(await readError(await inbox(slowPerson.session))).toBe("403 passkey_required");
    await edge.database.asOwner("update accounts set first_passkey_until = null where email = $1", [
      slowPerson.email,
    ]);
    expect(await errorOf(register(slowPerson.auth))).toBe("403 first_passkey_closed");
  });

  test("are not changed, and no administrator is invited, with a passkey that does not stand in for the password", async () => {
    const person = await administrator();
    const { authenticator } = await register(person.auth);
    const { data } = await signIn(person.client(), authenticator);
    const session = data?.session as NonNullable<typeof data>["session"] & { access_token: string };
    const post = (path: string) => edge.fetch(path, json({ email: createEmail() }, bearer(session)));
    for (const answer of [
      await callRules(session, true),
      await callRules(session, false),
      await post("/api/administrators/invitations"),
      await post("/api/sign-in-rules/first-passkeys"),
    ]) {
      expect(await readError(answer)).toBe("403 passkey_too_new");
    }
    expect((await inbox(session)).status).toBe(200);
  });

  test("cannot be made stricter by an administrator without a passkey, who would be locked out", async () => {
    const { auth, passkey } = await administrator();
    const { data } = await auth.mfa.recoveryCodes.generate();
    await auth.passkey.delete({ passkeyId: passkey.id });
    await auth.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? "" });
    const session = (await auth.getSession()).data.session as never;
    expect(await readError(await callRules(session, true))).toBe("403 passkey_required");
    await register(auth);
    expect((await callRules(session, true)).status).toBe(200);
  });
});

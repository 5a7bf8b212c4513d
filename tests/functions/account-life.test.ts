import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  callerOf,
  forgetLimits,
  freshEmail,
  goodPassword,
  mailsTo,
  mailTo,
  newcomer,
} from "../support/accounts.ts";
import { bearer, type Edge, origin, startEdge } from "../support/edge.ts";

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge.close());

const profileStatus = async (session: { access_token: string }) =>
  (await edge.fetch("/api/profile", { headers: bearer(session) })).status;
const account = async (email: string) =>
  (await edge.database.asOwner("select * from accounts where email = $1", [email]))[0];
const code = async (response: Response) => ((await response.json()) as { code: string }).code;
const other = "un río y tres volcanes";

describe("a newcomer, with the unmodified client of Supabase", () => {
  test("signs up, confirms by the link of the mail, and is signed in with the role of a user", async () => {
    const email = freshEmail();
    const auth = callerOf(edge).client();
    const events: string[] = [];
    auth.onAuthStateChange((event) => void events.push(event));
    const signedUp = await auth.signUp({ email: email.toUpperCase(), password: goodPassword });
    expect(signedUp.error).toBeNull();
    expect(signedUp.data.session).toBeNull();
    expect(signedUp.data.user).toMatchObject({
      email,
      aud: "authenticated",
      identities: [],
      user_metadata: {},
    });
    expect((await auth.signInWithPassword({ email, password: goodPassword })).error?.code).toBe(
      "email_not_confirmed",
    );

    const mail = await mailTo(edge, email);
    expect(mail.link.startsWith(`${origin}/auth#token_hash=`)).toBe(true);
    const { data, error } = await auth.verifyOtp({ type: "signup", token_hash: mail.token });
    expect(error).toBeNull();
    expect(data.user?.email_confirmed_at).toBeTruthy();
    const session = data.session as NonNullable<typeof data.session>;
    const profile = await edge.fetch("/api/profile", { headers: bearer(session) });
    expect(await profile.json()).toMatchObject({ user_id: data.user?.id, role: "user" });
    expect(events).toEqual(["INITIAL_SESSION", "SIGNED_IN"]);

    expect((await auth.signInWithPassword({ email, password: goodPassword })).error).toBeNull();
    const again = await auth.verifyOtp({ type: "signup", token_hash: mail.token });
    expect(again.error).toMatchObject({ status: 403, code: "otp_expired" });
  });

  test("confirms by the code of the mail, in the language of the page", async () => {
    const email = freshEmail();
    const auth = callerOf(edge).client();
    await auth.signUp({ email, password: goodPassword, options: { emailRedirectTo: `${origin}/en/auth` } });
    const mail = await mailTo(edge, email);
    expect(mail.link).toContain(`${origin}/en/auth#`);
    expect((await account(email))?.language).toBe("en");
    const { data } = await auth.verifyOtp({ type: "signup", email, token: mail.code });
    expect(data.session?.access_token).toBeTruthy();
  });

  test("is not confirmed by a link that is only opened", async () => {
    const email = freshEmail();
    const caller = callerOf(edge);
    await caller.client().signUp({ email, password: goodPassword });
    const { token } = await mailTo(edge, email);
    const opened = await caller.get(`/verify?token_hash=${token}&type=signup`);
    expect([opened.status, opened.headers.get("Allow")]).toEqual([405, "POST"]);
    expect((await account(email))?.email_confirmed_at).toBeNull();
  });

  test("gets the mail again, and the first link still works", async () => {
    const email = freshEmail();
    const auth = callerOf(edge).client();
    await auth.signUp({ email, password: goodPassword });
    await forgetLimits(edge);
    expect((await auth.resend({ type: "signup", email })).error).toBeNull();
    const [second, first] = await mailsTo(edge, email, 2);
    expect((await auth.verifyOtp({ type: "signup", token_hash: first?.token as string })).error).toBeNull();
    const spent = await auth.verifyOtp({ type: "signup", token_hash: second?.token as string });
    expect(spent.error?.code).toBe("otp_expired");
    expect((await auth.signInWithPassword({ email, password: goodPassword })).error).toBeNull();
  });

  test("has the password of the sign-up whose link was opened, whoever signed up before", async () => {
    const email = freshEmail();
    await callerOf(edge).client().signUp({ email, password: other });
    await forgetLimits(edge);
    const auth = callerOf(edge).client();
    await auth.signUp({ email, password: goodPassword });
    const [mine, stranger] = await mailsTo(edge, email, 2);
    await auth.verifyOtp({ type: "signup", token_hash: mine?.token as string });
    expect((await auth.signInWithPassword({ email, password: other })).error?.code).toBe(
      "invalid_credentials",
    );
    expect((await auth.signInWithPassword({ email, password: goodPassword })).error).toBeNull();
    expect(
      (await auth.verifyOtp({ type: "signup", token_hash: stranger?.token as string })).error?.code,
    ).toBe("otp_expired");
  });

  test("who has an account already is told so by mail, and nothing of it changes", async () => {
    const { email } = await newcomer(edge);
    const before = await account(email);
    await forgetLimits(edge);
    const { data, error } = await callerOf(edge).client().signUp({ email, password: other });
    expect(error).toBeNull();
    expect(data.user?.id).not.toBe(before?.id);
    const mail = await mailTo(edge, email, 2);
    expect(mail.token).toBe("");
    expect(await account(email)).toEqual(before);
  });

  test.each([
    ["short", ["length"]],
    ["x".repeat(129), ["length"]],
    ["Passw0rd123", ["pwned"]],
    ["Guaria-Digital-2026", ["predictable"]],
  ])("is refused the password %s", async (password, reasons) => {
    const { error } = await callerOf(edge).client().signUp({ email: freshEmail(), password });
    expect(error).toMatchObject({
      name: "AuthWeakPasswordError",
      status: 422,
      code: "weak_password",
      reasons,
    });
  });

  test.each([
    ["/signup", { email: "no address", password: goodPassword }, 400, "validation_failed"],
    ["/signup", { email: "ana@cliente.example" }, 400, "validation_failed"],
    ["/signup", { phone: "+506", password: goodPassword }, 422, "phone_provider_disabled"],
    ["/recover", {}, 400, "validation_failed"],
    ["/resend", { type: "sms", email: "ana@cliente.example" }, 400, "validation_failed"],
    ["/verify", { type: "invite", token_hash: "x" }, 400, "validation_failed"],
    ["/verify", { type: "signup", token_hash: "x", email: "ana@cliente.example" }, 400, "validation_failed"],
    ["/verify", { type: "signup", email: "ana@cliente.example" }, 400, "validation_failed"],
    ["/verify", { type: "signup", token: "123456" }, 400, "validation_failed"],
    ["/verify", { type: "signup", token_hash: "x" }, 403, "otp_expired"],
    ["/verify", { type: "recovery", email: "ana@cliente.example", token: "123456" }, 403, "otp_expired"],
    ["/signup", { email: 7, password: {} }, 422, "validation_failed"],
  ])("is refused at %s with %j, in both shapes", async (path, fields, status, expected) => {
    const { call } = callerOf(edge);
    const current = await call(path, fields);
    expect([current.status, await code(current)]).toEqual([status, expected]);
    const old = await call(path, fields, { "X-Supabase-Api-Version": "2023-01-01" });
    expect(await old.json()).toMatchObject({ code: status, error_code: expected, msg: expect.any(String) });
  });
});

describe("a mailed code", () => {
  test("dies after five wrong tries, made at once or not; its link does not", async () => {
    const email = freshEmail();
    const { call } = callerOf(edge);
    await call("/signup", { email, password: goodPassword });
    const mail = await mailTo(edge, email);
    const wrong = Array.from({ length: 12 }, (_, index) =>
      String((Number(mail.code) + index + 1) % 1_000_000),
    );
    const answers = await Promise.all(
      wrong.map((token) => call("/verify", { type: "signup", email, token: token.padStart(6, "0") })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    expect((await call("/verify", { type: "signup", email, token: mail.code })).status).toBe(403);
    expect((await call("/verify", { type: "signup", token_hash: mail.token })).status).toBe(200);
  });

  test("starts one session, however many ask at once", async () => {
    const email = freshEmail();
    const { call } = callerOf(edge);
    await call("/signup", { email, password: goodPassword });
    const { token } = await mailTo(edge, email);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call("/verify", { type: "email", token_hash: token })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(403)]);
  });

  test("is dead after its time, and so is its link", async () => {
    const email = freshEmail();
    const { call } = callerOf(edge);
    await call("/signup", { email, password: goodPassword });
    const mail = await mailTo(edge, email);
    await edge.database.asOwner(
      "update one_time_tokens set created_at = now() - interval '2 days', expires_at = now() - interval '1 second' where email = $1",
      [email],
    );
    expect((await call("/verify", { type: "signup", email, token: mail.code })).status).toBe(403);
    expect((await call("/verify", { type: "signup", token_hash: mail.token })).status).toBe(403);
  });

  test("is stored as a hash only, beside its link, and the waiting mail holds neither", async () => {
    const email = freshEmail();
    await edge.mailbox.stop();
    await callerOf(edge).call("/signup", { email, password: goodPassword });
    const stored = JSON.stringify([
      await edge.database.asOwner("select * from one_time_tokens where email = $1", [email]),
      await edge.database.asOwner("select * from outgoing_mails where payload->>'to' = $1", [email]),
    ]);
    await edge.mailbox.start();
    await edge.database.asOwner("update outgoing_mails set next_attempt_at = now()");
    await callerOf(edge).call("/recover", { email: freshEmail() });
    const mail = await mailTo(edge, email);
    expect(stored).toContain(email);
    expect(stored).not.toContain(mail.token);
    expect(stored).not.toContain(mail.code);
  });
});

describe("a forgotten password", () => {
  test("is set anew by the mailed link, without the old one, once; every other session ends", async () => {
    const person = await newcomer(edge);
    await forgetLimits(edge);
    const auth = person.client();
    const events: string[] = [];
    auth.onAuthStateChange((event) => void events.push(event));
    expect((await auth.resetPasswordForEmail(person.email)).error).toBeNull();
    const mail = await mailTo(edge, person.email, 2);
    expect(mail.type).toBe("recovery");
    const { data } = await auth.verifyOtp({ type: "recovery", token_hash: mail.token });
    expect(events).toContain("PASSWORD_RECOVERY");
    expect((await auth.updateUser({ password: goodPassword })).error?.code).toBe("same_password");
    expect((await auth.updateUser({ password: other })).error).toBeNull();
    expect(await profileStatus(data.session as { access_token: string })).toBe(200);
    expect(await profileStatus(person.session)).toBe(401);
    expect((await auth.updateUser({ password: goodPassword })).error?.code).toBe("current_password_required");
    expect(
      (await person.client().signInWithPassword({ email: person.email, password: other })).error,
    ).toBeNull();
    expect((await mailTo(edge, person.email, 3)).token).toBe("");
  });

  test("cannot be set 15 minutes after the link was opened", async () => {
    const person = await newcomer(edge);
    await forgetLimits(edge);
    await person.call("/recover", { email: person.email });
    const mail = await mailTo(edge, person.email, 2);
    const auth = person.client();
    await auth.verifyOtp({ type: "recovery", token_hash: mail.token });
    await edge.database.asOwner(
      "update sessions set recovery_until = recovery_until - interval '15 minutes' where recovery_until is not null",
    );
    expect((await auth.updateUser({ password: other })).error?.code).toBe("current_password_required");
  });

  test("confirms an address that was never confirmed, and voids its sign-ups", async () => {
    const email = freshEmail();
    const { call, client } = callerOf(edge);
    await call("/signup", { email, password: other });
    const signUp = await mailTo(edge, email);
    await call("/recover", { email });
    const recovery = await mailTo(edge, email, 2);
    expect((await client().verifyOtp({ type: "recovery", token_hash: recovery.token })).error).toBeNull();
    expect((await call("/verify", { type: "signup", token_hash: signUp.token })).status).toBe(403);
    expect((await call("/token?grant_type=password", { email, password: other })).status).toBe(400);
  });
});

describe("the own account", () => {
  test("changes its password with the current one: other sessions end, a notice is mailed", async () => {
    const person = await newcomer(edge);
    const elsewhere = person.client();
    const { data } = await elsewhere.signInWithPassword(person);
    const update = (fields: object) => person.auth.updateUser(fields);
    expect((await update({ password: other })).error?.code).toBe("current_password_required");
    expect((await update({ password: other, current_password: "wrong" })).error).toMatchObject({
      status: 400,
      code: "current_password_invalid",
    });
    expect((await update({ password: "12345678", current_password: goodPassword })).error?.code).toBe(
      "weak_password",
    );
    expect((await update({ password: goodPassword, current_password: goodPassword })).error?.code).toBe(
      "same_password",
    );
    expect((await update({ password: other, current_password: goodPassword })).error).toBeNull();
    expect(await profileStatus(person.session)).toBe(200);
    expect(await profileStatus(data.session as { access_token: string })).toBe(401);
    expect((await elsewhere.refreshSession()).error?.code).toBe("refresh_token_not_found");
    expect((await mailTo(edge, person.email, 2)).token).toBe("");
  });

  test("changes its address once both addresses have confirmed; the old one is told, sessions stay", async () => {
    const person = await newcomer(edge);
    const next = freshEmail();
    const { data, error } = await person.auth.updateUser({ email: next });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: person.email, new_email: next });
    const [current, fresh] = [await mailTo(edge, person.email, 2), await mailTo(edge, next)];
    const first = await person.call("/verify", { type: "email_change", token_hash: fresh.token });
    expect(await first.json()).toEqual({ msg: expect.stringContaining("other email"), code: "200" });
    expect((await account(person.email))?.id).toBe(person.session.user.id);
    const auth = person.client();
    const second = await auth.verifyOtp({ type: "email_change", email: person.email, token: current.code });
    expect(second.data.session?.user.email).toBe(next);
    expect(await account(person.email)).toBeUndefined();
    expect(await profileStatus(person.session)).toBe(200);
    expect((await mailTo(edge, person.email, 3)).text).toContain(next);
    expect((await auth.signInWithPassword({ email: next, password: goodPassword })).error).toBeNull();
  });

  test("gets the mails of a change of address again", async () => {
    const person = await newcomer(edge);
    const next = freshEmail();
    await person.auth.updateUser({ email: next });
    await mailTo(edge, next);
    await forgetLimits(edge);
    expect((await person.auth.resend({ type: "email_change", email: person.email })).error).toBeNull();
    const [fresh] = await mailsTo(edge, next, 2);
    const [current] = await mailsTo(edge, person.email, 3);
    await person.call("/verify", { type: "email_change", token_hash: current?.token });
    const done = await person.call("/verify", { type: "email_change", token_hash: fresh?.token });
    expect(await done.json()).toMatchObject({ user: { email: next } });
  });

  test("cannot take the address of somebody else, and is not told whose it is", async () => {
    const [person, owner] = [await newcomer(edge), await newcomer(edge)];
    const { data, error } = await person.auth.updateUser({ email: owner.email });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: person.email, new_email: owner.email });
    expect((await mailTo(edge, owner.email, 2)).token).toBe("");
    const current = await mailTo(edge, person.email, 2);
    await person.call("/verify", { type: "email_change", token_hash: current.token });
    expect((await account(owner.email))?.id).toBe(owner.session.user.id);
  });

  test("is deleted with its password: sessions, tokens and profile are gone, and a mail says so", async () => {
    const person = await newcomer(edge);
    const remove = (fields: object) => person.call("/user", fields, bearer(person.session), "DELETE");
    expect([(await remove({})).status, await code(await remove({}))]).toEqual([
      400,
      "current_password_required",
    ]);
    expect(await code(await remove({ current_password: "wrong" }))).toBe("current_password_invalid");
    expect((await remove({ current_password: goodPassword })).status).toBe(204);
    expect(await account(person.email)).toBeUndefined();
    expect(await profileStatus(person.session)).toBe(401);
    expect((await person.get("/user", bearer(person.session))).status).toBe(403);
    expect((await mailTo(edge, person.email, 2)).token).toBe("");
    expect((await person.client().signInWithPassword(person)).error?.code).toBe("invalid_credentials");
  });

  test("of the last administrator stays", async () => {
    const session = await edge.signIn();
    const { administrator } = await import("../support/edge.ts");
    const answer = await callerOf(edge).call(
      "/user",
      { current_password: administrator.password },
      bearer(session),
      "DELETE",
    );
    expect([answer.status, await code(answer)]).toEqual([409, "conflict"]);
    expect(await profileStatus(session)).toBe(200);
  });

  test("loses and gains the inbox with its role, at the next call", async () => {
    const person = await newcomer(edge);
    const inbox = async () =>
      (await edge.fetch("/api/submissions", { headers: bearer(person.session) })).status;
    const role = (value: string) =>
      edge.database.asOwner("update profiles set role = $1 where user_id = $2", [
        value,
        person.session.user.id,
      ]);
    expect(await inbox()).toBe(403);
    await role("admin");
    expect(await inbox()).toBe(200);
    await role("user");
    expect(await inbox()).toBe(403);
  });
});

describe("the own sessions", () => {
  type Listed = { id: string; user_agent: string; city: string; country: string; current: boolean };
  const list = async (person: Awaited<ReturnType<typeof newcomer>>) =>
    (await (await person.get("/sessions", bearer(person.session))).json()) as Listed[];

  test("are listed with device, place and last use, the last used first, and can each be ended", async () => {
    const person = await newcomer(edge);
    const there = await edge.fetch("/api/auth/token?grant_type=password", {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": "Telefono/2" },
      body: JSON.stringify({ email: person.email, password: person.password }),
      cf: { city: "San José", country: "CR" },
    } as RequestInit);
    const phone = (await there.json()) as { access_token: string };
    const sessions = await list(person);
    expect(sessions.map(({ user_agent, current }) => [user_agent, current])).toEqual([
      ["Telefono/2", false],
      [expect.any(String), true],
    ]);
    expect(sessions[0]).toMatchObject({
      city: "San José",
      country: "CR",
      created_at: expect.stringMatching(/Z$/),
      last_used_at: expect.stringMatching(/Z$/),
    });
    const end = (id: string) => person.call(`/sessions/${id}`, {}, bearer(person.session), "DELETE");
    expect((await end(sessions[0]?.id as string)).status).toBe(204);
    expect(await profileStatus(phone)).toBe(401);
    expect((await end(sessions[0]?.id as string)).status).toBe(404);
    expect(await list(person)).toHaveLength(1);
  });

  test("of somebody else are not there to be ended", async () => {
    const [person, owner] = [await newcomer(edge), await newcomer(edge)];
    const [foreign] = await list(owner);
    for (const id of [foreign?.id, crypto.randomUUID(), "no-id"]) {
      const answer = await person.call(`/sessions/${id}`, {}, bearer(person.session), "DELETE");
      expect([answer.status, await code(answer)]).toEqual([404, "not_found"]);
    }
    expect(await profileStatus(owner.session)).toBe(200);
  });

  test.each([
    ["last_used_at", 30],
    ["created_at", 90],
  ])("end %s and %i days, access token and refresh token alike", async (column, days) => {
    const person = await newcomer(edge);
    const move = (interval: string) =>
      edge.database.asOwner(`update sessions set ${column} = now() - $1::interval where account_id = $2`, [
        interval,
        person.session.user.id,
      ]);
    await move(`${days} days -1 minute`);
    expect(await profileStatus(person.session)).toBe(200);
    await move(`${days} days 1 minute`);
    expect(await profileStatus(person.session)).toBe(401);
    const answer = await person.call("/token?grant_type=refresh_token", {
      refresh_token: person.session.refresh_token,
    });
    expect([answer.status, await code(answer)]).toEqual([400, "session_expired"]);
  });
});

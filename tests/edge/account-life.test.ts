import { describe, expect, test } from "vitest";
import {
  accountOf,
  callerOf,
  codeOf,
  forgetLimits,
  freshEmail,
  goodPassword,
  mailsTo,
  mailTo,
  newcomer,
  signUp,
} from "../support/accounts.ts";
import { startEdge } from "../support/edge.ts";
import { bearer, origin } from "../support/requests.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);

const other = "un río y tres volcanes";

describe("a newcomer, with the unmodified client of Supabase", () => {
  test("signs up, confirms by the mailed link, and is signed in with the role of a user", async () => {
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
      identities: [{ provider: "email", identity_data: { email, email_verified: false } }],
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

  test("confirms by the mailed code, in the language of the page", async () => {
    const email = freshEmail();
    const auth = callerOf(edge).client();
    await auth.signUp({ email, password: goodPassword, options: { emailRedirectTo: `${origin}/en/auth` } });
    const mail = await mailTo(edge, email);
    expect(mail.link).toContain(`${origin}/en/auth#`);
    expect((await accountOf(edge, email))?.language).toBe("en");
    const { data } = await auth.verifyOtp({ type: "signup", email, token: mail.code });
    expect(data.session?.access_token).toBeTruthy();
  });

  test("is not confirmed by merely opening the link", async () => {
    const email = freshEmail();
    const caller = callerOf(edge);
    await caller.client().signUp({ email, password: goodPassword });
    const { token } = await mailTo(edge, email);
    const opened = await caller.get(`/verify?token_hash=${token}&type=signup`);
    expect([opened.status, opened.headers.get("Allow")]).toEqual([405, "POST"]);
    expect((await accountOf(edge, email))?.email_confirmed_at).toBeNull();
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

  test.each([
    ["with one mail", false],
    ["with two mails", true],
  ])(
    "whose address a stranger signs up with, %s, is the only one to choose its password",
    async (_, both) => {
      const email = freshEmail();
      await callerOf(edge).client().signUp({ email, password: other });
      if (both) await forgetLimits(edge);
      const auth = callerOf(edge).client();
      expect((await auth.signUp({ email, password: goodPassword })).error).toBeNull();
      const mails = await mailsTo(edge, email, both ? 2 : 1);
      const { data } = await auth.verifyOtp({ type: "signup", token_hash: mails.at(-1)?.token as string });
      expect(data.user?.app_metadata.password_needed).toBe(true);
      for (const password of [other, goodPassword]) {
        const { error } = await callerOf(edge).client().signInWithPassword({ email, password });
        expect(error?.code).toMatch(/^(invalid_credentials|email_not_confirmed)$/);
      }
      const chosen = "siete colibríes en la milpa";
      const changed = await auth.updateUser({ password: chosen });
      expect([changed.error, changed.data.user?.app_metadata.password_needed]).toEqual([null, undefined]);
      expect((await auth.updateUser({ password: other })).error?.code).toBe("current_password_required");
      expect(
        (await callerOf(edge).client().signInWithPassword({ email, password: chosen })).error,
      ).toBeNull();
      for (const { token } of mails) {
        expect((await auth.verifyOtp({ type: "signup", token_hash: token })).error?.code).toBe("otp_expired");
      }
    },
  );

  test("signs up again with the same password, and keeps it", async () => {
    const email = freshEmail();
    const auth = callerOf(edge).client();
    for (const password of [goodPassword, goodPassword.normalize("NFD")]) {
      expect((await auth.signUp({ email, password })).error).toBeNull();
    }
    const { token } = await mailTo(edge, email);
    const { data } = await auth.verifyOtp({ type: "signup", token_hash: token });
    expect(data.user?.app_metadata.password_needed).toBeUndefined();
    expect((await auth.signInWithPassword({ email, password: goodPassword })).error).toBeNull();
  });

  test.each<[string, object]>([
    ["/signup", {}],
    ["/signup", { email: freshEmail() }],
    ["/signup", { password: goodPassword }],
    ["/token?grant_type=password", { password: goodPassword }],
  ])("needs an e-mail (or phone) and a password for %s", async (path, given) => {
    const answer = await callerOf(edge).call(path, given);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: "validation_failed",
      message: "You must provide either an email or phone number and a password",
    });
  });

  test("is mailed the site's own address, regardless of the host and the redirect of the call", async () => {
    const email = freshEmail();
    const way = encodeURIComponent("https://evil.example/en/auth");
    await callerOf(edge).call(
      `/signup?redirect_to=${way}`,
      { email, password: goodPassword },
      { Host: "evil.example", "X-Forwarded-Host": "evil.example", Origin: "https://evil.example" },
    );
    const { text, html, link } = await mailTo(edge, email);
    expect(link.startsWith(`${origin}/auth#token_hash=`)).toBe(true);
    expect(text + html).not.toContain("evil.example");
  });

  test("with an existing account is told so by mail, and the account stays unchanged", async () => {
    const { email } = await newcomer(edge);
    const before = await accountOf(edge, email);
    await forgetLimits(edge);
    const { data, error } = await callerOf(edge).client().signUp({ email, password: other });
    expect(error).toBeNull();
    expect(data.user?.id).not.toBe(before?.id);
    const mail = await mailTo(edge, email, 2);
    expect(mail.token).toBe("");
    expect(await accountOf(edge, email)).toEqual(before);
  });

  test.each([
    ["short", ["length"]],
    ["x".repeat(129), ["length"]],
    ["Passw0rd123", ["pwned"]],
    ["Guaria-Digital-2026", ["predictable"]],
  ])("cannot choose the password %s", async (password, reasons) => {
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
    ["/signup", { email: "ana@cliente.example\n", password: goodPassword }, 400, "validation_failed"],
    ["/signup", { email: "ana@cliente.example" }, 400, "validation_failed"],
    ["/signup", { phone: "+506", password: goodPassword }, 422, "phone_provider_disabled"],
    ["/recover", {}, 400, "validation_failed"],
    ["/recover", { email: "\r\nana@cliente.example" }, 400, "validation_failed"],
    ["/resend", { type: "sms", email: "ana@cliente.example" }, 400, "validation_failed"],
    ["/verify", { type: "invite", token_hash: "x" }, 400, "validation_failed"],
    ["/verify", { type: "signup", token_hash: "x", email: "ana@cliente.example" }, 400, "validation_failed"],
    ["/verify", { type: "signup", email: "ana@cliente.example" }, 400, "validation_failed"],
    ["/verify", { type: "signup", token: "123456" }, 400, "validation_failed"],
    ["/verify", { type: "signup", token_hash: "x" }, 403, "otp_expired"],
    ["/verify", { type: "recovery", email: "ana@cliente.example", token: "123456" }, 403, "otp_expired"],
    ["/signup", { email: 7, password: {} }, 422, "validation_failed"],
  ])("is rejected at %s with %j, in both error formats", async (path, fields, status, expected) => {
    const { call } = callerOf(edge);
    const current = await call(path, fields);
    expect([current.status, await codeOf(current)]).toEqual([status, expected]);
    const old = await call(path, fields, { "X-Supabase-Api-Version": "2023-01-01" });
    expect(await old.json()).toMatchObject({ code: status, error_code: expected, msg: expect.any(String) });
  });
});

describe("a mailed code", () => {
  test("dies after five wrong tries, made at once or not; its link does not", async () => {
    const { email, call, mail } = await signUp(edge);
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
    const { call, mail } = await signUp(edge);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call("/verify", { type: "email", token_hash: mail.token })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(403)]);
  });

  test("is dead after its time, and so is its link", async () => {
    const { email, call, mail } = await signUp(edge);
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

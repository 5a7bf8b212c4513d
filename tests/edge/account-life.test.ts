import { describe, expect, test } from "vitest";
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
import { bearer, origin } from "../support/requests.ts";
import { selectCases, startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);

const otherPassword = "un río y tres volcanes";

describe("a newcomer, with the unmodified client of Supabase", () => {
  test("signs up, confirms by the mailed link, and is signed in with the role of a user", async () => {
    const email = createEmail();
    const auth = createCaller(edge).client();
    const events: string[] = [];
    auth.onAuthStateChange((event) => void events.push(event));
    const signUpResult = await auth.signUp({ email: email.toUpperCase(), password: goodPassword });
    expect(signUpResult.error).toBeNull();
    expect(signUpResult.data.session).toBeNull();
    const identity = { provider: "email", identity_data: { email, email_verified: false } };
    expect(signUpResult.data.user).toMatchObject({
      email,
      aud: "authenticated",
      identities: [identity],
      user_metadata: {},
    });
    expect(await errorOf(auth.signInWithPassword({ email, password: goodPassword }))).toBe(
      "400 email_not_confirmed",
    );

    const mail = await waitForMail(edge, email);
    expect(mail.link.startsWith(`${origin}/auth#token_hash=`)).toBe(true);
    const { data, error } = await auth.verifyOtp({ type: "signup", token_hash: mail.token });
    expect(error).toBeNull();
    expect(data.user?.email_confirmed_at).toBeTruthy();
    const session = data.session as NonNullable<typeof data.session>;
    const { id } = session.user;
    expect((await auth.getUserIdentities()).data?.identities).toMatchObject([
      { id, user_id: id, provider: "email", identity_data: { email, email_verified: true, sub: id } },
    ]);
    const profile = await edge.fetch("/api/profile", { headers: bearer(session) });
    expect(await profile.json()).toMatchObject({ user_id: id, role: "user" });
    expect(events).toEqual(["INITIAL_SESSION", "SIGNED_IN"]);

    expect(await errorOf(auth.signInWithPassword({ email, password: goodPassword }))).toBeNull();
    const repeatedResult = await auth.verifyOtp({ type: "signup", token_hash: mail.token });
    expect(repeatedResult.error).toMatchObject({ status: 403, code: "otp_expired" });
  });

  test("confirms by the mailed code, in the language of the page", async () => {
    const email = createEmail();
    const auth = createCaller(edge).client();
    await auth.signUp({ email, password: goodPassword, options: { emailRedirectTo: `${origin}/en/auth` } });
    const mail = await waitForMail(edge, email);
    expect(mail.link).toContain(`${origin}/en/auth#`);
    expect((await findAccountRow(edge, email))?.language).toBe("en");
    const { data } = await auth.verifyOtp({ type: "signup", email, token: mail.code });
    expect(data.session?.access_token).toBeTruthy();
  });

  test.each([
    ["first", 1],
    ["second", 0],
  ])("gets the mail again, and the %s link still works", async (_, index) => {
    const email = createEmail();
    const auth = createCaller(edge).client();
    await auth.signUp({ email, password: goodPassword, options: { data: { name: "Ana" } } });
    await forgetLimits(edge);
    expect(await errorOf(auth.resend({ type: "signup", email }))).toBeNull();
    const tokens = (await waitForMails(edge, email, 2)).map(({ token }) => token);
    const [token = "", otherToken = ""] = index === 0 ? tokens : tokens.toReversed();
    const { data } = await auth.verifyOtp({ type: "signup", token_hash: token });
    expect(data.user?.user_metadata).toEqual({ name: "Ana" });
    const spentResult = await auth.verifyOtp({ type: "signup", token_hash: otherToken });
    expect(spentResult.error?.code).toBe("otp_expired");
    expect(await errorOf(auth.signInWithPassword({ email, password: goodPassword }))).toBeNull();
  });

  const strangersMails: [title: string, mailCount: number, index: number][] = [
    ["with two mails, by the stranger's link", 2, 1],
    ["with two mails, by the own link", 2, 0],
    ["with one mail", 1, 0],
  ];
  test.each(selectCases(strangersMails, 1))(
    "whose address a stranger signs up with, %s, is the only one to choose its password",
    async (_, mailCount, index) => {
      const email = createEmail();
      const signUpAs = (name: string, password: string) =>
        createCaller(edge)
          .client()
          .signUp({ email, password, options: { data: { name } } });
      await signUpAs("a stranger", otherPassword);
      if (mailCount === 2) await forgetLimits(edge);
      expect(await errorOf(signUpAs("Ana", goodPassword))).toBeNull();
      const mails = await waitForMails(edge, email, mailCount);
      const auth = createCaller(edge).client();
      const { data } = await auth.verifyOtp({ type: "signup", token_hash: mails[index]?.token as string });
      expect(data.user).toMatchObject({ user_metadata: {}, app_metadata: { password_needed: true } });
      for (const password of [otherPassword, goodPassword]) {
        const { error } = await createCaller(edge).client().signInWithPassword({ email, password });
        expect(error?.code).toMatch(/^(invalid_credentials|email_not_confirmed)$/);
      }
      const chosenPassword = "siete colibríes en la milpa";
      const passwordChange = await auth.updateUser({ password: chosenPassword });
      expect([passwordChange.error, passwordChange.data.user?.app_metadata.password_needed]).toEqual([
        null,
        undefined,
      ]);
      expect(await errorOf(auth.updateUser({ password: otherPassword }))).toBe(
        "400 current_password_required",
      );
      expect(
        await errorOf(createCaller(edge).client().signInWithPassword({ email, password: chosenPassword })),
      ).toBeNull();
      for (const { token } of mails) {
        expect(await errorOf(auth.verifyOtp({ type: "signup", token_hash: token }))).toBe("403 otp_expired");
      }
    },
  );

  test("signs up again with the same password, and keeps it", async () => {
    const email = createEmail();
    const auth = createCaller(edge).client();
    for (const password of [goodPassword, goodPassword.normalize("NFD")]) {
      expect(await errorOf(auth.signUp({ email, password }))).toBeNull();
    }
    const { token } = await waitForMail(edge, email);
    const { data } = await auth.verifyOtp({ type: "signup", token_hash: token });
    expect(data.user?.app_metadata.password_needed).toBeUndefined();
    expect(await errorOf(auth.signInWithPassword({ email, password: goodPassword }))).toBeNull();
  });

  test("is mailed the site's own address, regardless of the host and the redirect of the call", async () => {
    const email = createEmail();
    const redirectTo = encodeURIComponent("https://evil.example/en/auth");
    await createCaller(edge).call(
      `/signup?redirect_to=${redirectTo}`,
      { email, password: goodPassword },
      { Host: "evil.example", "X-Forwarded-Host": "evil.example", Origin: "https://evil.example" },
    );
    const { text, html, link } = await waitForMail(edge, email);
    expect(link.startsWith(`${origin}/auth#token_hash=`)).toBe(true);
    expect(text + html).not.toContain("evil.example");
  });

  test("with an existing account is told so by mail, and the account stays unchanged", async () => {
    const { email } = await createConfirmedUser(edge);
    const accountBefore = await findAccountRow(edge, email);
    await forgetLimits(edge);
    const { data, error } = await createCaller(edge)
      .client()
      .signUp({ email, password: otherPassword, options: { data: { name: "a stranger" } } });
    expect(error).toBeNull();
    expect(data.user?.id).not.toBe(accountBefore?.id);
    const mail = await waitForMail(edge, email, 2);
    expect(mail.token).toBe("");
    expect(await findAccountRow(edge, email)).toEqual(accountBefore);
  });

  const email = "ana@cliente.example";
  test.each([
    ["/signup", { email: `${email}\n`, password: goodPassword }, 400, "validation_failed"],
    ["/signup", { email: 7, password: {} }, 422, "validation_failed"],
    ["/recover", { email: `\r\n${email}` }, 400, "validation_failed"],
    ["/resend", { type: "sms", email }, 400, "validation_failed"],
    ["/verify", { type: "sms", token_hash: "x" }, 400, "validation_failed"],
    ["/verify", { type: "signup", token_hash: "x", email }, 400, "validation_failed"],
    ["/verify", { type: "signup", email }, 400, "validation_failed"],
    ["/verify", { type: "signup", token: "123456" }, 400, "validation_failed"],
    ["/token?grant_type=client_credentials", { email, password: goodPassword }, 400, "invalid_credentials"],
  ])("is rejected at %s with %j", async (path, fields, status, expectedCode) => {
    const answer = await createCaller(edge).call(path, fields);
    expect(await readError(answer)).toBe(`${status} ${expectedCode}`);
  });
});

describe("a mailed code", () => {
  test("dies after five wrong tries, made at once or not; its link does not", async () => {
    const { email, call, mail } = await signUp(edge);
    const wrongCodes = Array.from({ length: 12 }, (_, index) =>
      String((Number(mail.code) + index + 1) % 1_000_000),
    );
    const answers = await Promise.all(
      wrongCodes.map((token) => call("/verify", { type: "signup", email, token: token.padStart(6, "0") })),
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
    const email = createEmail();
    await edge.mailbox.stop();
    await createCaller(edge).call("/signup", { email, password: goodPassword });
    const storedRows = JSON.stringify([
      await edge.database.asOwner("select * from one_time_tokens where email = $1", [email]),
      await edge.database.asOwner("select * from outgoing_mails where payload->>'to' = $1", [email]),
    ]);
    await edge.mailbox.start();
    await edge.database.asOwner("update outgoing_mails set next_attempt_at = now()");
    await createCaller(edge).call("/recover", { email: createEmail() });
    const mail = await waitForMail(edge, email);
    expect(storedRows).toContain(email);
    expect(storedRows).not.toContain(mail.token);
    expect(storedRows).not.toContain(mail.code);
  });
});

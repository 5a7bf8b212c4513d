import { beforeEach, describe, expect, test } from "vitest";
import { type AttemptLimit, limitCodesOf } from "#functions/accounts/limits/attempts.ts";
import { callerOf, forgetLimits, freshEmail, goodPassword, mailTo, newcomer } from "../support/accounts.ts";
import { attemptLimitsOf, statuses } from "../support/attempt-limits.ts";
import { startEdge } from "../support/edge.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
const limits = attemptLimitsOf(edge);
beforeEach(() => forgetLimits(edge));

describe("a mailed code", () => {
  const recovery = async () => {
    const person = await newcomer(edge);
    await forgetLimits(edge);
    await person.call("/recover", { email: person.email });
    return { ...person, mail: await mailTo(edge, person.email, 2) };
  };
  const type = (email: string, token: string) =>
    callerOf(edge).call("/verify", { type: "recovery", email, token });
  const wrongFor = ({ code }: { code: string }) => (code === "000000" ? "111111" : "000000");

  test("can be typed for ten minutes, while its link is good for longer", async () => {
    const person = await recovery();
    const age = (minutes: number) =>
      edge.database.asOwner(
        `update one_time_tokens set created_at = now() - make_interval(mins => $1), expires_at = now() + interval '50 minutes'
         where email = $2 and purpose = 'recovery'`,
        [minutes, person.email],
      );
    await age(10);
    expect((await type(person.email, person.mail.code)).status).toBe(403);
    await age(9);
    expect((await type(person.email, person.mail.code)).status).toBe(200);
    await forgetLimits(edge);
    await person.call("/recover", { email: person.email });
    const { token } = await mailTo(edge, person.email, 3);
    await age(11);
    expect((await person.call("/verify", { type: "recovery", token_hash: token })).status).toBe(200);
  });

  test.each(["known", "unknown"])(
    "is guessed twenty times a day for an address at most, from wherever, mails or no mails (%s)",
    async (which) => {
      const { email, mail } =
        which === "known" ? await recovery() : { email: freshEmail(), mail: { code: "" } };
      const wrong = wrongFor(mail);
      const [ofAddress] = await limitCodesOf(email, null);
      await limits.counted(ofAddress as AttemptLimit, 14);
      for (let tried = 0; tried < 6; tried += 1) {
        if (tried % 5 === 4) await callerOf(edge).call("/recover", { email });
        expect((await type(email, wrong)).status).toBe(403);
      }
      const refused = await type(email, wrong);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(86_000);
      await limits.pass(23);
      expect((await type(email, wrong)).status).toBe(429);
      await limits.pass(1);
      expect((await type(email, wrong)).status).toBe(403);
    },
  );

  test("gives back only its own attempt when it is right", async () => {
    const { email, mail } = await recovery();
    const [ofAddress] = await limitCodesOf(email, null);
    await limits.counted(ofAddress as AttemptLimit, 18);
    expect((await type(email, mail.code)).status).toBe(200);
    expect(
      statuses([await type(email, "000000"), await type(email, "000000"), await type(email, "000000")]),
    ).toEqual([403, 403, 429]);
  });

  test("has a link beside it that works after too many wrong codes", async () => {
    const { email, mail } = await recovery();
    const [ofAddress] = await limitCodesOf(email, null);
    await limits.counted(ofAddress as AttemptLimit, 19);
    await type(email, wrongFor(mail));
    expect((await type(email, mail.code)).status).toBe(429);
    const opened = await callerOf(edge).call("/verify", { type: "recovery", token_hash: mail.token });
    expect(opened.status).toBe(200);
  });
});

describe("nobody learns who has an account", () => {
  const own = /^(id|.*_id|.*_at|email|sub)$/;
  const shape = async (answer: Response) => {
    const kinds = JSON.parse(await answer.text(), (key, value) => (own.test(key) ? typeof value : value));
    return { status: answer.status, kinds };
  };
  const calls = (email: string): [string, unknown][] => [
    ["/signup", { email, password: "otra de mis frases", data: { name: "Ana" } }],
    ["/token?grant_type=password", { email, password: "otra de mis frases" }],
    ["/token?grant_type=password", { email, password: "wrong" }],
    ["/recover", { email }],
    ["/resend", { type: "signup", email }],
    ["/resend", { type: "email_change", email }],
    ["/verify", { type: "signup", email, token: "000000" }],
    ["/verify", { type: "recovery", email, token: "000000" }],
  ];

  test.each(["up", "down"])("from status and body, while the mailer is %s", async (mailer) => {
    const { email } = await newcomer(edge);
    await forgetLimits(edge);
    const waiting = freshEmail();
    await callerOf(edge).call("/signup", { email: waiting, password: goodPassword });
    if (mailer === "down") await edge.mailbox.stop();
    const told = async (address: string) => {
      const answers: unknown[] = [];
      for (const [path, fields] of calls(address))
        answers.push(await shape(await callerOf(edge).call(path, fields)));
      return answers;
    };
    const unknown = await told(freshEmail());
    const known = await told(email);
    const unconfirmed = await told(waiting);
    if (mailer === "down") await edge.mailbox.start();
    expect(known).toEqual(unknown);
    expect(unconfirmed).toEqual(unknown);
    expect(unknown.map((answer) => (answer as { status: number }).status)).toEqual([
      200, 400, 400, 200, 200, 200, 403, 403,
    ]);
  });

  test("from repeated sign-ins, even if mails are requested again and the owner changes the password", async () => {
    const owner = await newcomer(edge);
    const [guessed, again] = ["la frase de quien pregunta", "la frase de otro intento"];
    const later = async (hours: number) => {
      await forgetLimits(edge);
      await edge.database.asOwner(
        `update one_time_tokens set created_at = created_at - make_interval(hours => $1),
           spent_at = spent_at - make_interval(hours => $1), expires_at = expires_at - make_interval(hours => $1)`,
        [hours],
      );
    };
    const [known, unknown] = [owner.email, freshEmail()];
    const told: Record<string, unknown[]> = { [known]: [], [unknown]: [] };
    const ask = async (path: string, fields: object) => {
      for (const email of [known, unknown]) {
        const answer = await shape(await callerOf(edge).call(path, { email, ...fields }));
        const { status, kinds } = answer as { status: number; kinds: { code?: string } };
        told[email]?.push(kinds.code ?? status);
      }
    };
    const comeBack = async () => {
      for (const password of [guessed, again]) await ask("/token?grant_type=password", { password });
    };

    await later(25);
    await ask("/signup", { password: guessed });
    await comeBack();
    await later(20);
    await ask("/resend", { type: "signup" });
    await comeBack();
    await later(20);
    await comeBack();
    await ask("/signup", { password: again });
    await comeBack();
    const changed = await owner.auth.updateUser({
      password: "otra de mis frases",
      current_password: goodPassword,
    });
    expect(changed.error).toBeNull();
    await comeBack();
    await later(25);
    await comeBack();
    await ask("/resend", { type: "signup" });
    await comeBack();
    const [first, second, no] = ["email_not_confirmed", "email_not_confirmed", "invalid_credentials"];
    expect(told[unknown]).toEqual([
      ...[200, first, no, 200, first, no, first, no],
      ...[200, no, second, no, second, no, no, 200, no, second],
    ]);
    expect(told[known]).toEqual(told[unknown]);
  });

  test("while sign-up is closed: every address is rejected alike, and other calls work", async () => {
    const { email, password } = await newcomer(edge);
    const begun = freshEmail();
    await callerOf(edge).call("/signup", { email: begun, password: goodPassword });
    const { token } = await mailTo(edge, begun);
    const disabled = async () =>
      ((await (await edge.fetch("/api/auth/settings")).json()) as { disable_signup: boolean }).disable_signup;
    expect(await disabled()).toBe(false);
    await edge.redeploy({ SIGN_UP: "closed" });
    try {
      expect(await disabled()).toBe(true);
      const traces = () =>
        edge.database.asOwner("select id::text from accounts union all select id::text from outgoing_mails");
      const before = await traces();
      for (const address of [email, begun, freshEmail(), "no address"]) {
        const { data, error } = await callerOf(edge).client().signUp({ email: address, password: "x" });
        expect(data.user).toBeNull();
        expect(error).toMatchObject({ status: 422, code: "signup_disabled" });
      }
      expect(await traces()).toEqual(before);
      expect((await limits.signIn(email, password)).status).toBe(200);
      const opened = await callerOf(edge).call("/verify", { type: "signup", token_hash: token });
      expect(opened.status).toBe(200);
    } finally {
      await edge.redeploy({});
    }
  });

  test("from the limits, which also count addresses without an account", async () => {
    const told = async (email: string) => {
      await limits.setPasswordFailures(email, 8);
      const first = await limits.fail(3, email);
      await limits.hold();
      return [...first, ...(await limits.fail(2, email))];
    };
    const unknown = await told(freshEmail());
    expect(unknown).toEqual([400, 400, 400, 429, 429]);
    expect(await told((await newcomer(edge)).email)).toEqual(unknown);
  });
});

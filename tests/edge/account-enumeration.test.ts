import { beforeEach, describe, expect, test } from "vitest";
import { limitCodesOf } from "#functions/accounts/limits/attempts.ts";
import {
  createCaller,
  createConfirmedUser,
  createEmail,
  forgetLimits,
  goodPassword,
  waitForMail,
} from "../support/accounts.ts";
import { createAttemptLimits, listStatuses } from "../support/attempt-limits.ts";
import { startEdge } from "../support/edge.ts";
import { selectCases, startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
const limits = createAttemptLimits(edge);
beforeEach(() => forgetLimits(edge));

describe("a mailed code", () => {
  const requestRecovery = async () => {
    const person = await createConfirmedUser(edge);
    await forgetLimits(edge);
    await person.call("/recover", { email: person.email });
    return { ...person, mail: await waitForMail(edge, person.email, 2) };
  };
  const verifyCode = (email: string, token: string) =>
    createCaller(edge).call("/verify", { type: "recovery", email, token });
  const toWrongCode = ({ code }: { code: string }) => (code === "000000" ? "111111" : "000000");

  test("can be typed for ten minutes, while its link is good for longer", async () => {
    const person = await requestRecovery();
    const ageTokens = (minutes: number) =>
      edge.database.asOwner(
        `update one_time_tokens set created_at = now() - make_interval(mins => $1), expires_at = now() + interval '50 minutes'
         where email = $2 and purpose = 'recovery'`,
        [minutes, person.email],
      );
    await ageTokens(10);
    expect((await verifyCode(person.email, person.mail.code)).status).toBe(403);
    await ageTokens(9);
    expect((await verifyCode(person.email, person.mail.code)).status).toBe(200);
    await forgetLimits(edge);
    await person.call("/recover", { email: person.email });
    const { token } = await waitForMail(edge, person.email, 3);
    await ageTokens(11);
    expect((await person.call("/verify", { type: "recovery", token_hash: token })).status).toBe(200);
  });

  test.each(["known", "unknown"])(
    "is guessed twenty times a day for an address at most, from wherever, mails or no mails (%s)",
    async (addressKind) => {
      const { email, mail } =
        addressKind === "known" ? await requestRecovery() : { email: createEmail(), mail: { code: "" } };
      const wrongCode = toWrongCode(mail);
      await limits.counted(await limitCodesOf(email), 14);
      for (let attempt = 0; attempt < 6; attempt += 1) {
        if (attempt % 5 === 4) await createCaller(edge).call("/recover", { email });
        expect((await verifyCode(email, wrongCode)).status).toBe(403);
      }
      const rejected = await verifyCode(email, wrongCode);
      expect(rejected.status).toBe(429);
      expect(Number(rejected.headers.get("Retry-After"))).toBeGreaterThan(86_000);
      await limits.pass(23);
      expect((await verifyCode(email, wrongCode)).status).toBe(429);
      await limits.pass(1);
      expect((await verifyCode(email, wrongCode)).status).toBe(403);
    },
  );

  test("gives back only its own attempt when it is right", async () => {
    const { email, mail } = await requestRecovery();
    await limits.counted(await limitCodesOf(email), 18);
    expect((await verifyCode(email, mail.code)).status).toBe(200);
    expect(
      listStatuses([
        await verifyCode(email, "000000"),
        await verifyCode(email, "000000"),
        await verifyCode(email, "000000"),
      ]),
    ).toEqual([403, 403, 429]);
  });
});

describe("nobody learns who has an account", () => {
  const individualKeys = /^(id|.*_id|.*_at|email|sub)$/;
  const toShape = async (answer: Response) => {
    const kinds = JSON.parse(await answer.text(), (key, value) =>
      individualKeys.test(key) ? typeof value : value,
    );
    return { status: answer.status, kinds };
  };
  const listCalls = (email: string): [string, unknown][] => [
    ["/signup", { email, password: "otra de mis frases", data: { name: "Ana" } }],
    ["/token?grant_type=password", { email, password: "otra de mis frases" }],
    ["/token?grant_type=password", { email, password: "wrong" }],
    ["/recover", { email }],
    ["/resend", { type: "signup", email }],
    ["/resend", { type: "email_change", email }],
    ["/verify", { type: "signup", email, token: "000000" }],
    ["/verify", { type: "recovery", email, token: "000000" }],
  ];

  test.each(selectCases(["up", "down"], 1))(
    "from status and body, while the mailer is %s",
    async (mailer) => {
      const { email } = await createConfirmedUser(edge);
      await forgetLimits(edge);
      const unconfirmedEmail = createEmail();
      await createCaller(edge).call("/signup", { email: unconfirmedEmail, password: goodPassword });
      if (mailer === "down") await edge.mailbox.stop();
      const listAnswers = async (address: string) => {
        const answers: unknown[] = [];
        for (const [path, fields] of listCalls(address))
          answers.push(await toShape(await createCaller(edge).call(path, fields)));
        return answers;
      };
      const unknownAnswers = await listAnswers(createEmail());
      const knownAnswers = await listAnswers(email);
      const unconfirmedAnswers = await listAnswers(unconfirmedEmail);
      if (mailer === "down") await edge.mailbox.start();
      expect(knownAnswers).toEqual(unknownAnswers);
      expect(unconfirmedAnswers).toEqual(unknownAnswers);
      expect(unknownAnswers.map((answer) => (answer as { status: number }).status)).toEqual([
        200, 400, 400, 200, 200, 200, 403, 403,
      ]);
    },
  );

  test("from repeated sign-ins, even if mails are requested again and the owner changes the password", async () => {
    const owner = await createConfirmedUser(edge);
    const [firstGuess, secondGuess] = ["la frase de quien pregunta", "la frase de otro intento"];
    const passHours = async (hours: number) => {
      await forgetLimits(edge);
      await edge.database.asOwner(
        `update one_time_tokens set created_at = created_at - make_interval(hours => $1),
           spent_at = spent_at - make_interval(hours => $1), expires_at = expires_at - make_interval(hours => $1)`,
        [hours],
      );
    };
    const [knownEmail, unknownEmail] = [owner.email, createEmail()];
    const codesByEmail: Record<string, unknown[]> = { [knownEmail]: [], [unknownEmail]: [] };
    const ask = async (path: string, fields: object) => {
      for (const email of [knownEmail, unknownEmail]) {
        const answer = await toShape(await createCaller(edge).call(path, { email, ...fields }));
        const { status, kinds } = answer as { status: number; kinds: { code?: string } };
        codesByEmail[email]?.push(kinds.code ?? status);
      }
    };
    const trySignIns = async () => {
      for (const password of [firstGuess, secondGuess]) await ask("/token?grant_type=password", { password });
    };

    await passHours(25);
    await ask("/signup", { password: firstGuess });
    await trySignIns();
    await passHours(20);
    await ask("/resend", { type: "signup" });
    await trySignIns();
    await passHours(20);
    await trySignIns();
    await ask("/signup", { password: secondGuess });
    await trySignIns();
    const passwordChange = await owner.auth.updateUser({
      password: "otra de mis frases",
      current_password: goodPassword,
    });
    expect(passwordChange.error).toBeNull();
    await trySignIns();
    await passHours(25);
    await trySignIns();
    await ask("/resend", { type: "signup" });
    await trySignIns();
    // The password of the last sign-up with an address gets another answer than others, for a day.
    const [open, wrong] = ["email_not_confirmed", "invalid_credentials"];
    expect(codesByEmail[unknownEmail]).toEqual([
      ...[200, open, wrong, 200, open, wrong, open, wrong],
      ...[200, wrong, open, wrong, open, wrong, wrong, 200, wrong, open],
    ]);
    expect(codesByEmail[knownEmail]).toEqual(codesByEmail[unknownEmail]);
  });

  test("while sign-up is closed: every address is rejected alike, and other calls work", async () => {
    const { email, password } = await createConfirmedUser(edge);
    const unconfirmedEmail = createEmail();
    await createCaller(edge).call("/signup", { email: unconfirmedEmail, password: goodPassword });
    const { token } = await waitForMail(edge, unconfirmedEmail);
    const isSignUpDisabled = async () =>
      ((await (await edge.fetch("/api/auth/settings")).json()) as { disable_signup: boolean }).disable_signup;
    expect(await isSignUpDisabled()).toBe(false);
    await edge.redeploy({ SIGN_UP: "closed" });
    try {
      expect(await isSignUpDisabled()).toBe(true);
      const listTraces = () =>
        edge.database.asOwner("select id::text from accounts union all select id::text from outgoing_mails");
      const tracesBefore = await listTraces();
      for (const address of [email, unconfirmedEmail, createEmail(), "no address"]) {
        const { data, error } = await createCaller(edge).client().signUp({ email: address, password: "x" });
        expect(data.user).toBeNull();
        expect(error).toMatchObject({ status: 422, code: "signup_disabled" });
      }
      expect(await listTraces()).toEqual(tracesBefore);
      expect((await limits.signIn(email, password)).status).toBe(200);
      const linkAnswer = await createCaller(edge).call("/verify", { type: "signup", token_hash: token });
      expect(linkAnswer.status).toBe(200);
    } finally {
      await edge.redeploy({});
    }
  });
});

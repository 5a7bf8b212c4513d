import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callerOf, forgetLimits, freshEmail, mailsTo, mailTo, newcomer } from "../support/accounts.ts";
import { attemptLimitsOf, count, statuses } from "../support/attempt-limits.ts";
import { startEdge } from "../support/edge.ts";
import { bearer } from "../support/requests.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
const limits = attemptLimitsOf(edge);
/** A shared account. No test changes its password. */
let account: Awaited<ReturnType<typeof newcomer>>;
beforeAll(async () => {
  account = await newcomer(edge);
});
beforeEach(() => forgetLimits(edge));

describe("guessing the password of an account", () => {
  test.each(["known", "unknown"])(
    "is allowed ten times, then with increasing backoffs (%s)",
    async (which) => {
      const email = which === "known" ? account.email : freshEmail();
      await limits.setPasswordFailures(email, 8);
      expect(await limits.fail(2, email)).toEqual([400, 400]);
      const backoffs: unknown[] = [];
      for (const failures of [10, 11, 12, 18, 19]) {
        await limits.setPasswordFailures(email, failures);
        expect(await limits.fail(1, email)).toEqual([400]);
        backoffs.push(await limits.backoff());
        await limits.hold();
        const refused = await limits.signIn(email, "wrong");
        expect(refused.status).toBe(429);
        const seconds = Number(refused.headers.get("Retry-After"));
        expect(seconds).toBeGreaterThan(3500);
        expect(seconds).toBeLessThanOrEqual(3600);
        expect(await refused.json()).toEqual({
          code: "over_request_rate_limit",
          message: "Request rate limit reached",
        });
        await limits.wait();
      }
      expect(backoffs).toEqual([2, 4, 8, 512, 900]);
    },
  );

  test("at once gets no more tries than one after another", async () => {
    const { email } = account;
    await limits.setPasswordFailures(email, 5);
    const all = await limits.atOnce(12, () => limits.signIn(email, "wrong"));
    expect([count(all, 400), count(all, 429)]).toEqual([6, 6]);
    const [row] = await edge.database.asOwner(
      "select failures from attempt_limits order by failures desc limit 1",
    );
    expect(row?.failures).toBe(11);
  });

  test("is not counted while attempts are rejected", async () => {
    const email = freshEmail();
    await limits.setPasswordFailures(email, 10);
    expect(await limits.fail(1, email)).toEqual([400]);
    await limits.hold();
    expect(await limits.fail(4, email)).toEqual([429, 429, 429, 429]);
    const [row] = await edge.database.asOwner("select max(failures) as failures from attempt_limits");
    expect(row).toEqual({ failures: 11 });
  });

  test("is forgotten after an hour without attempts, and by a right password", async () => {
    const { email, password } = account;
    /** Returns the statuses of two attempts. The limit rejects the second if it had counted ten before. */
    const failTwice = async () => {
      const first = await limits.fail(1, email);
      await limits.hold();
      return [...first, ...(await limits.fail(1, email))];
    };
    await limits.setPasswordFailures(email, 10);
    expect((await limits.signIn(email, password)).status).toBe(200);
    expect(await failTwice()).toEqual([400, 400]);
    await limits.setPasswordFailures(email, 10);
    await limits.pass(1);
    expect(await failTwice()).toEqual([400, 400]);
    await limits.setPasswordFailures(email, 10);
    expect(await failTwice()).toEqual([400, 429]);
  });

  test("also counts through a stolen session", async () => {
    const { email, password, session, call } = account;
    await limits.setPasswordFailures(email, 8);
    const change = (current_password: string) =>
      call("/user", { password: "otra de mis frases", current_password }, bearer(session), "PUT");
    for (let round = 0; round < 3; round += 1) expect((await change("wrong")).status).toBe(400);
    await limits.hold();
    expect((await change(password)).status).toBe(429);
    expect((await limits.signIn(email, password)).status).toBe(429);
  });
});

describe("the owner of an account that is flooded", () => {
  test("signs in by the mailed link, and keeps existing sessions", async () => {
    const person = await newcomer(edge);
    await forgetLimits(edge);
    await limits.setPasswordFailures(person.email, 10);
    await limits.fail(1, person.email);
    await limits.hold();
    expect((await limits.signIn(person.email, person.password)).status).toBe(429);

    const refreshed = await person.call("/token?grant_type=refresh_token", {
      refresh_token: person.session.refresh_token,
    });
    expect(refreshed.status).toBe(200);

    expect((await person.call("/recover", { email: person.email })).status).toBe(200);
    const { token } = await mailTo(edge, person.email, 2);
    const auth = person.client();
    expect((await auth.verifyOtp({ type: "recovery", token_hash: token })).error).toBeNull();
    expect((await auth.updateUser({ password: "otra de mis frases" })).error).toBeNull();
  });

  test("has a valid link in the mailbox even when an attacker floods the mails", async () => {
    const person = await newcomer(edge);
    await forgetLimits(edge);
    const ask = () => callerOf(edge).call("/recover", { email: person.email });
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    const seen: unknown[] = [];
    for (let round = 0; round < 7; round += 1) {
      seen.push(await limits.backoff());
      await limits.wait();
      await ask();
    }
    expect(seen).toEqual([60, 120, 240, 480, 960, 1800, 1800]);
    const mails = await mailsTo(edge, person.email, 9);
    expect((await person.call("/verify", { type: "recovery", token_hash: mails[0]?.token })).status).toBe(
      200,
    );
  });
});

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { limitSignInChangesOf } from "#functions/accounts/limits/attempts.ts";
import {
  createCaller,
  createConfirmedUser,
  createEmail,
  forgetLimits,
  waitForMail,
  waitForMails,
} from "../support/accounts.ts";
import { countStatus, createAttemptLimits, listStatuses } from "../support/attempt-limits.ts";
import { startEdge } from "../support/edge.ts";
import { bearer, json } from "../support/requests.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
const limits = createAttemptLimits(edge);
/** A shared account. No test changes its password. */
let account: Awaited<ReturnType<typeof createConfirmedUser>>;
beforeAll(async () => {
  account = await createConfirmedUser(edge);
});
beforeEach(() => forgetLimits(edge));

describe("guessing the password of an account", () => {
  test.each(["known", "unknown"])(
    "is allowed ten times, then with increasing backoffs (%s)",
    async (addressKind) => {
      const email = addressKind === "known" ? account.email : createEmail();
      await limits.setPasswordFailures(email, 8);
      expect(await limits.fail(2, email)).toEqual([400, 400]);
      const backoffs: unknown[] = [];
      for (const failures of [10, 11, 12, 18, 19]) {
        await limits.setPasswordFailures(email, failures);
        expect(await limits.fail(1, email)).toEqual([400]);
        backoffs.push(await limits.backoff());
        await limits.hold();
        const rejected = await limits.signIn(email, "wrong");
        expect(rejected.status).toBe(429);
        const seconds = Number(rejected.headers.get("Retry-After"));
        expect(seconds).toBeGreaterThan(3500);
        expect(seconds).toBeLessThanOrEqual(3600);
        expect(await rejected.json()).toEqual({
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
    const answers = await limits.atOnce(12, () => limits.signIn(email, "wrong"));
    expect([countStatus(answers, 400), countStatus(answers, 429)]).toEqual([6, 6]);
    const [row] = await edge.database.asOwner(
      "select failures from attempt_limits order by failures desc limit 1",
    );
    expect(row?.failures).toBe(11);
  });

  test("is forgotten after an hour without attempts, and by a right password", async () => {
    const { email, password } = account;
    /** Returns the statuses of two attempts. The limit rejects the second if it had counted ten before. */
    const failTwice = async () => {
      const firstStatuses = await limits.fail(1, email);
      await limits.hold();
      return [...firstStatuses, ...(await limits.fail(1, email))];
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

  test("also counts through a stolen session, in which a right password is no attempt", async () => {
    const { email, password, session, call } = account;
    await limits.setPasswordFailures(email, 8);
    const change = (current_password: string) =>
      call("/user", { email: createEmail(), current_password }, bearer(session), "PUT");
    for (let round = 0; round < 3; round += 1) expect((await change("wrong")).status).toBe(400);
    await limits.hold();
    expect((await change(password)).status).toBe(429);
    expect((await limits.signIn(email, password)).status).toBe(429);
    await limits.wait();
    expect((await change(password)).status).toBe(200);
    expect((await limits.signIn(email, "wrong")).status).toBe(400);
    await limits.hold();
    expect((await limits.signIn(email, password)).status).toBe(200);
  });
});

describe("the owner of an account that is flooded", () => {
  test("signs in by the mailed link, and keeps existing sessions", async () => {
    const person = await createConfirmedUser(edge);
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
    const { token } = await waitForMail(edge, person.email, 2);
    const auth = person.client();
    expect((await auth.verifyOtp({ type: "recovery", token_hash: token })).error).toBeNull();
    expect((await auth.updateUser({ password: "otra de mis frases" })).error).toBeNull();
  });

  test("gets five mails a day at most, whose last link is valid until the next mail can leave", async () => {
    const person = await createConfirmedUser(edge);
    await forgetLimits(edge);
    const requestRecovery = () => createCaller(edge).call("/recover", { email: person.email });
    const answers = await Promise.all(Array.from({ length: 20 }, requestRecovery));
    expect(new Set(listStatuses(answers))).toEqual(new Set([200]));
    const readLifetimes = async () => {
      const rows = await edge.database.asOwner(
        `select round(extract(epoch from expires_at - created_at) / 3600)::integer as hours from one_time_tokens
         where email = $1 and purpose = 'recovery' order by created_at`,
        [person.email],
      );
      return rows.map(({ hours }) => hours);
    };
    // Only the limit of a day is not forgotten after an hour.
    const passBackoff = () =>
      edge.database.asOwner(
        "delete from attempt_limits where ends_at < clock_timestamp() + interval '2 hours'",
      );
    for (let round = 0; round < 9; round += 1) {
      await passBackoff();
      expect((await requestRecovery()).status).toBe(200);
    }
    expect(await readLifetimes()).toEqual([1, 1, 1, 1, 24]);
    const mails = await waitForMails(edge, person.email, 6);
    await edge.database.asOwner(
      "update one_time_tokens set created_at = created_at - interval '23 hours', expires_at = expires_at - interval '23 hours'",
    );
    expect((await person.call("/verify", { type: "recovery", token_hash: mails[0]?.token })).status).toBe(
      200,
    );
    await limits.pass(24);
    await requestRecovery();
    await waitForMails(edge, person.email, 7);
  });

  test("changes the password ten times at once, then with pauses, and still after a recovery", async () => {
    const person = await createConfirmedUser(edge);
    await forgetLimits(edge);
    await limits.counted(await limitSignInChangesOf(person.session.user.id), 9);
    const change = async (password: string, current_password: string) => {
      const body = json({ password, current_password }, bearer(person.session), "PUT");
      return (await edge.fetch("/api/auth/user", body)).status;
    };
    expect(await change("otra de mis frases", person.password)).toBe(200);
    expect(await change("una tercera frase mía", "otra de mis frases")).toBe(429);

    await person.call("/recover", { email: person.email });
    const [mail] = await waitForMails(edge, person.email, 3);
    const auth = person.client();
    expect((await auth.verifyOtp({ type: "recovery", token_hash: mail?.token ?? "" })).error).toBeNull();
    expect((await auth.updateUser({ password: "la frase de quien recupera" })).error).toBeNull();
  });

  test("gets its mail, whatever is requested for other addresses of its mailbox", async () => {
    const person = await createConfirmedUser(edge);
    await forgetLimits(edge);
    const [local, domain] = person.email.split("@");
    const tagged = `${local}+1@${domain}`;
    for (const email of [tagged, tagged, person.email]) {
      expect((await createCaller(edge).call("/recover", { email })).status).toBe(200);
    }
    await waitForMails(edge, person.email, 2);
  });
});

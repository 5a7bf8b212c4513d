import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type AttemptLimit,
  limitCodesOf,
  limitMailCallsFrom,
  limitOneTimeTokensFrom,
  limitPasswordsFrom,
  limitSignUpsFrom,
} from "#functions/accounts/limits/attempts.ts";
import { toNetwork } from "#functions/kernel/http/network.ts";
import {
  callerOf,
  forgetLimits,
  freshAddress,
  freshEmail,
  goodPassword,
  newcomer,
  signUp,
  wrongLink,
} from "../support/accounts.ts";
import { attemptLimitsOf, count, statuses } from "../support/attempt-limits.ts";
import { startEdge } from "../support/edge.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
const limits = attemptLimitsOf(edge);
/** A shared account. No test changes its password. */
let account: Awaited<ReturnType<typeof newcomer>>;
beforeAll(async () => {
  account = await newcomer(edge);
});
beforeEach(() => forgetLimits(edge));

describe("one client address", () => {
  test("has thirty failed sign-ins on any accounts, then increasing backoffs; other addresses have none", async () => {
    const address = freshAddress();
    const { email, password, session } = account;
    const [own] = await limitPasswordsFrom(toNetwork(address));
    await limits.counted(own as AttemptLimit, 25);
    const all = await limits.atOnce(12, () => limits.signIn(freshEmail(), "wrong", address));
    expect([count(all, 400), count(all, 429)]).toEqual([6, 6]);
    const refused = await limits.signIn(email, password, address);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
    expect((await limits.signIn(email, password)).status).toBe(200);
    const unnamed = await edge.fetch("/api/auth/token?grant_type=password", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Forwarded-For": address, "X-Real-IP": address },
      body: JSON.stringify({ email, password }),
    });
    expect(unnamed.status).toBe(200);
    const refresh = await callerOf(edge, address).call("/token?grant_type=refresh_token", {
      refresh_token: session.refresh_token,
    });
    expect(refresh.status).toBe(200);
  });

  test("gets back a right password only: earlier wrong ones still count for the address, but not for the account", async () => {
    const address = freshAddress();
    const { email, password } = account;
    for (const wrong of ["one", "two", "three"]) await limits.signIn(email, wrong, address);
    const failures = async () =>
      (await edge.database.asOwner("select failures from attempt_limits")).map(({ failures }) => failures);
    // The counts of the account, the address, its area and everyone.
    expect(await failures()).toEqual([3, 3, 3, 3]);
    expect((await limits.signIn(email, password, address)).status).toBe(200);
    expect(await failures()).toEqual([3, 3, 3]);
  });

  test("is a whole /64 in IPv6", async () => {
    const [own] = await limitOneTimeTokensFrom(toNetwork("2001:db8:1:2::"));
    await limits.counted(own as AttemptLimit, 26);
    await Promise.all(
      Array.from({ length: 5 }, (_, host) =>
        callerOf(edge, `2001:db8:1:2::${host}`).call("/verify", { type: "signup", token_hash: wrongLink }),
      ),
    );
    await limits.hold();
    const status = async (address: string) =>
      (await callerOf(edge, address).call("/verify", { type: "signup", token_hash: wrongLink })).status;
    expect(await status("2001:db8:1:2:ffff::1")).toBe(429);
    expect(await status("2001:db8:1:3::1")).toBe(403);
  });

  test.each([
    ["/signup", 60, limitMailCallsFrom, () => ({ email: freshEmail(), password: goodPassword })],
    ["/recover", 60, limitMailCallsFrom, () => ({ email: freshEmail() })],
    ["/resend", 60, limitMailCallsFrom, () => ({ type: "signup", email: freshEmail() })],
    ["/verify", 30, limitOneTimeTokensFrom, () => ({ type: "signup", token_hash: wrongLink })],
  ])("calls %s %i times, and then ever slower", async (path, free, limitOf, fields) => {
    const { call, address } = callerOf(edge);
    const left = 2;
    const [own] = await limitOf(toNetwork(address));
    await limits.counted(own as AttemptLimit, free - left);
    const all = await limits.atOnce(8, () => call(path, fields()));
    expect(count(all, 429)).toBe(8 - (left + 1));
    const [row] = await edge.database.asOwner("select max(failures) as failures from attempt_limits");
    expect(row?.failures).toBe(free + 1);
    const refused = await call(path, fields());
    expect([refused.status, Number(refused.headers.get("Retry-After"))]).toEqual([429, expect.any(Number)]);
    expect((await callerOf(edge).call(path, fields())).status).not.toBe(429);
  });

  test("may use any number of links: only invalid links count", async () => {
    const { call, address } = callerOf(edge);
    const [own] = await limitOneTimeTokensFrom(toNetwork(address));
    await limits.counted(own as AttemptLimit, 28);
    const spend = (token_hash: string) => call("/verify", { type: "signup", token_hash });
    for (let round = 0; round < 2; round += 1) expect((await spend(wrongLink)).status).toBe(403);
    for (let round = 0; round < 2; round += 1) {
      expect((await spend((await signUp(edge)).mail.token)).status).toBe(200);
    }
    await limits.hold();
    expect((await spend(wrongLink)).status).toBe(403);
    await limits.hold();
    expect((await spend(wrongLink)).status).toBe(429);
  });
});

describe("what a whole network, or everyone, may do", () => {
  const password = (address: string) => limits.signIn(freshEmail(), "wrong", address);
  const recovery = (address: string) => callerOf(edge, address).call("/recover", { email: freshEmail() });
  const link = (address: string) =>
    callerOf(edge, address).call("/verify", { type: "signup", token_hash: wrongLink });
  const code = (address: string) =>
    callerOf(edge, address).call("/verify", { type: "signup", email: freshEmail(), token: "000000" });
  const requestSignUp = (address: string) =>
    callerOf(edge, address).call("/signup", { email: freshEmail(), password: goodPassword });
  /** Returns the limit for the area of an address. */
  const near = (limits: AttemptLimit[]) => limits[1] as AttemptLimit & { most: number };

  test.each([
    ["passwords", limitPasswordsFrom, password, 400],
    ["links", limitOneTimeTokensFrom, link, 403],
    ["codes", limitOneTimeTokensFrom, code, 403],
    ["calls that mail", limitMailCallsFrom, recovery, 200],
  ] as const)(
    "%s: the /48 or /24 of an address has its own count, for an hour",
    async (_, limitsOf, ask, free) => {
      for (const [first, neighbour, stranger] of [
        ["2001:db8:7:1::1", "2001:db8:7:fffe::1", "2001:db8:8:1::1"],
        ["203.0.113.7", "203.0.113.200", "203.0.114.7"],
      ] as const) {
        const rule = near(await limitsOf(toNetwork(first)));
        await limits.counted(rule, rule.most - 2);
        expect(statuses([await ask(first), await ask(first), await ask(neighbour)])).toEqual([
          free,
          free,
          429,
        ]);
        expect((await ask(stranger)).status).toBe(free);
        await limits.pass(1);
        expect((await ask(neighbour)).status).toBe(free);
      }
    },
  );

  test("is not used up from one address: rejected attempts count for nothing else", async () => {
    const address = "2001:db8:9:1::1";
    const [own, around] = await limitOneTimeTokensFrom(toNetwork(address));
    await limits.counted(own as AttemptLimit, 30);
    await link(address);
    await limits.hold();
    for (let round = 0; round < 5; round += 1) expect((await link(address)).status).toBe(429);
    const [row] = await edge.database.asOwner(
      "select failures from attempt_limits where key = decode($1, 'hex')",
      [(around as AttemptLimit).key],
    );
    expect(row).toEqual({ failures: 1 });
  });

  test("never blocks a valid mailed link, regardless of other calls from its network", async () => {
    const address = "2001:db8:a:1::1";
    const { mail } = await signUp(edge);
    for (const rule of await limitOneTimeTokensFrom(toNetwork(address))) await limits.counted(rule, 1_000);
    await link(address);
    await limits.hold();
    expect((await link(address)).status).toBe(429);
    const spent = await callerOf(edge, address).call("/verify", { type: "signup", token_hash: mail.token });
    expect(spent.status).toBe(200);
  });

  type Total = AttemptLimit & { most: number };
  type Networked = ReturnType<typeof toNetwork>;
  const limitCodesFrom = async (network: Networked) => [
    ...(await limitOneTimeTokensFrom(network)),
    (await limitCodesOf("any", network))[1],
  ];

  test("codes: six hundred wrong codes from two networks block no other network", async () => {
    const [first, second] = ["198.51.100.7", "203.0.113.7"] as const;
    const { email, mail } = await signUp(edge);
    for (const address of [first, second]) {
      await limits.counted(near(await limitOneTimeTokensFrom(toNetwork(address))), 299);
    }
    await limits.counted((await limitCodesOf("any", null))[1], 598);
    expect(statuses([await code(first), await code(second)])).toEqual([403, 403]);
    expect(statuses([await code("198.51.100.8"), await code("203.0.113.8")])).toEqual([429, 429]);
    expect((await code(freshAddress())).status).toBe(403);
    const typed = await callerOf(edge).call("/verify", { type: "signup", email, token: mail.code });
    expect(typed.status).toBe(200);
  });

  test.each([
    ["passwords", limitPasswordsFrom, password, 400],
    ["codes", limitCodesFrom, code, 403],
    ["sign-ups", limitSignUpsFrom, requestSignUp, 200],
  ] as const)(
    "%s: once the total is used up, areas with many attempts are rejected and others are not",
    async (_, limitsOf, ask, free) => {
      const [busy, neighbour, calm] = ["2001:db8:b:1::1", "2001:db8:b:2::1", "2001:db8:c:1::1"] as const;
      const [, around, all] = (await limitsOf(toNetwork(busy))) as [AttemptLimit, AttemptLimit, Total];
      await limits.counted(all, all.most - 1);
      await limits.counted(around, 10);
      await limits.counted(near(await limitsOf(toNetwork(calm))), 8);
      expect((await ask(busy)).status).toBe(free);
      const refused = await ask(neighbour);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3_500);
      for (let round = 0; round < 2; round += 1) expect((await ask(calm)).status).toBe(free);
      expect((await ask(calm)).status).toBe(429);
      await limits.pass(1);
      expect(statuses([await ask(neighbour), await ask(calm)])).toEqual([free, free]);
    },
  );

  test("used up by others, makes a rejected caller wait no longer than its own backoff", async () => {
    const { email } = account;
    const all = (await limitPasswordsFrom(toNetwork("10.0.0.1")))[2] as Total;
    await limits.counted(all, all.most - 1);
    await password(freshAddress());
    await limits.setPasswordFailures(email, 10);
    await limits.fail(1, email);
    await edge.database.asOwner(
      "update attempt_limits set blocked_until = now() + interval '30 minutes' where failures = 11 and blocked_until is not null",
    );
    const refused = await limits.signIn(email, "wrong");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeLessThanOrEqual(1_800);
  });
});

test("rejects a malformed link or code without a database call", async () => {
  await edge.database.stop();
  const verify = async (fields: object) =>
    (await callerOf(edge).call("/verify", { type: "signup", ...fields })).status;
  const email = freshEmail();
  expect(await verify({ token_hash: wrongLink })).toBe(503);
  expect(await verify({ email, token: "000000" })).toBe(503);
  for (const token_hash of ["x", wrongLink.slice(1), `${wrongLink}x`, `${wrongLink.slice(1)}/`]) {
    expect(await verify({ token_hash }), token_hash).toBe(403);
  }
  for (const token of ["00000", "0000000", "12345a", "١٢٣٤٥٦"]) {
    expect(await verify({ email, token }), token).toBe(403);
  }
  await edge.database.start();
});

test("limits unauthenticated calls of one network before the database", async () => {
  const flooder = callerOf(edge);
  const flood: [path: string, fields: () => object][] = [
    ["/verify", () => ({ type: "signup", token_hash: "x" })],
    ["/passkeys/authentication/verify", () => ({})],
  ];
  const isLimited = async (path: string, fields: () => object) =>
    (await flooder.call(path, fields())).status === 429;
  await edge.database.stop();
  await edge.holdClock(async () => {
    for (const [path, fields] of flood) {
      for (let call = 0; call < 600; call += 1) expect(await isLimited(path, fields), path).toBe(false);
      expect(await isLimited(path, fields), path).toBe(true);
    }
  });
  await edge.database.start();
});

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type AttemptLimit,
  limitCodesFrom,
  limitMailCallsFrom,
  limitOneTimeTokensFrom,
  limitPasswordsFrom,
  limitSignUpsFrom,
} from "#functions/accounts/limits/attempts.ts";
import { toNetwork } from "#functions/kernel/http/network.ts";
import {
  createCaller,
  createClientAddress,
  createConfirmedUser,
  createEmail,
  forgetLimits,
  goodPassword,
  readError,
  signUp,
  wrongLink,
} from "../support/accounts.ts";
import { countStatus, createAttemptLimits, listStatuses } from "../support/attempt-limits.ts";
import { startEdge } from "../support/edge.ts";
import { bearer, json } from "../support/requests.ts";
import { selectCases, startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
const limits = createAttemptLimits(edge);
/** A shared account. No test changes its password. */
let account: Awaited<ReturnType<typeof createConfirmedUser>>;
beforeAll(async () => {
  account = await createConfirmedUser(edge);
});
beforeEach(() => forgetLimits(edge));

test("wrong codes: 30 from a network before it waits, 300 from its area and 600 from all networks an hour", async () => {
  const rules = await limitCodesFrom(toNetwork("203.0.113.7"));
  expect(rules.map((rule) => ("most" in rule ? rule.most : rule.free))).toEqual([30, 300, 600]);
});

describe("one client address", () => {
  test("has thirty failed sign-ins on any accounts, then increasing backoffs; other addresses have none", async () => {
    const address = createClientAddress();
    const { email, password, session } = account;
    const [addressLimit] = await limitPasswordsFrom(toNetwork(address));
    await limits.counted(addressLimit as AttemptLimit, 25);
    const answers = await limits.atOnce(12, () => limits.signIn(createEmail(), "wrong", address));
    expect([countStatus(answers, 400), countStatus(answers, 429)]).toEqual([6, 6]);
    const rejected = await limits.signIn(email, password, address);
    expect([rejected.status, rejected.headers.get("Retry-After")]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
    expect((await limits.signIn(email, password)).status).toBe(200);
    const withoutClientAddress = await edge.fetch("/api/auth/token?grant_type=password", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Forwarded-For": address, "X-Real-IP": address },
      body: JSON.stringify({ email, password }),
    });
    expect(withoutClientAddress.status).toBe(200);
    const refreshAnswer = await createCaller(edge, address).call("/token?grant_type=refresh_token", {
      refresh_token: session.refresh_token,
    });
    expect(refreshAnswer.status).toBe(200);
  });

  test("gets back a right password only: earlier wrong ones still count for the address, but not for the account", async () => {
    const address = createClientAddress();
    const { email, password } = account;
    for (const wrongPassword of ["one", "two", "three"]) await limits.signIn(email, wrongPassword, address);
    const listFailures = async () =>
      (await edge.database.asOwner("select failures from attempt_limits")).map(({ failures }) => failures);
    // The counts of the account, the address, its area and everyone.
    expect(await listFailures()).toEqual([3, 3, 3, 3]);
    expect((await limits.signIn(email, password, address)).status).toBe(200);
    expect(await listFailures()).toEqual([3, 3, 3]);
  });

  test.each(
    selectCases(
      [
        ["/signup", 60, limitMailCallsFrom, () => ({ email: createEmail(), password: goodPassword })],
        ["/recover", 60, limitMailCallsFrom, () => ({ email: createEmail() })],
        ["/resend", 60, limitMailCallsFrom, () => ({ type: "signup", email: createEmail() })],
        ["/verify", 30, limitOneTimeTokensFrom, () => ({ type: "signup", token_hash: wrongLink })],
      ],
      2,
    ),
  )("calls %s %i times, and then ever slower", async (path, free, limitOf, fields) => {
    const { call, address } = createCaller(edge);
    const remaining = 2;
    const [addressLimit] = await limitOf(toNetwork(address));
    await limits.counted(addressLimit as AttemptLimit, free - remaining);
    const answers = await limits.atOnce(8, () => call(path, fields()));
    expect(countStatus(answers, 429)).toBe(8 - (remaining + 1));
    const [row] = await edge.database.asOwner("select max(failures) as failures from attempt_limits");
    expect(row?.failures).toBe(free + 1);
    const rejected = await call(path, fields());
    expect([rejected.status, Number(rejected.headers.get("Retry-After"))]).toEqual([429, expect.any(Number)]);
    expect((await createCaller(edge).call(path, fields())).status).not.toBe(429);
  });

  test("may use any number of links: only invalid links count", async () => {
    const { call, address } = createCaller(edge);
    const [addressLimit] = await limitOneTimeTokensFrom(toNetwork(address));
    await limits.counted(addressLimit as AttemptLimit, 28);
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
  const tryPassword = (address: string) => limits.signIn(createEmail(), "wrong", address);
  const requestRecovery = (address: string) =>
    createCaller(edge, address).call("/recover", { email: createEmail() });
  const tryLink = (address: string) =>
    createCaller(edge, address).call("/verify", { type: "signup", token_hash: wrongLink });
  const tryCode = (address: string) =>
    createCaller(edge, address).call("/verify", { type: "signup", email: createEmail(), token: "000000" });
  const requestSignUp = (address: string) =>
    createCaller(edge, address).call("/signup", { email: createEmail(), password: goodPassword });
  /** Returns the limit for the area of an address. */
  const getAreaLimit = (limits: AttemptLimit[]) => limits[1] as AttemptLimit & { most: number };

  test.each([
    ["passwords", limitPasswordsFrom, tryPassword, 400],
    ["links", limitOneTimeTokensFrom, tryLink, 403],
    ["codes", limitOneTimeTokensFrom, tryCode, 403],
    ["calls that mail", limitMailCallsFrom, requestRecovery, 200],
  ] as const)(
    "%s: the /48 or /24 of an address has its own count, for an hour",
    async (_, limitsOf, ask, free) => {
      for (const [first, neighbor, stranger] of [
        ["2001:db8:7:1::1", "2001:db8:7:fffe::1", "2001:db8:8:1::1"],
        ["203.0.113.7", "203.0.113.200", "203.0.114.7"],
      ] as const) {
        const rule = getAreaLimit(await limitsOf(toNetwork(first)));
        await limits.counted(rule, rule.most - 2);
        expect(listStatuses([await ask(first), await ask(first), await ask(neighbor)])).toEqual([
          free,
          free,
          429,
        ]);
        expect((await ask(stranger)).status).toBe(free);
        await limits.pass(1);
        expect((await ask(neighbor)).status).toBe(free);
      }
    },
  );

  test("is not used up from one address: rejected attempts count for nothing else", async () => {
    const address = "2001:db8:9:1::1";
    const [addressLimit, areaLimit] = await limitOneTimeTokensFrom(toNetwork(address));
    await limits.counted(addressLimit as AttemptLimit, 30);
    await tryLink(address);
    await limits.hold();
    for (let round = 0; round < 5; round += 1) expect((await tryLink(address)).status).toBe(429);
    const [row] = await edge.database.asOwner(
      "select failures from attempt_limits where key = decode($1, 'hex')",
      [(areaLimit as AttemptLimit).key],
    );
    expect(row).toEqual({ failures: 1 });
  });

  test("never blocks a valid mailed link, regardless of other calls from its network", async () => {
    const address = "2001:db8:a:1::1";
    const { mail } = await signUp(edge);
    for (const rule of await limitOneTimeTokensFrom(toNetwork(address))) await limits.counted(rule, 1_000);
    await tryLink(address);
    await limits.hold();
    expect((await tryLink(address)).status).toBe(429);
    const linkAnswer = await createCaller(edge, address).call("/verify", {
      type: "signup",
      token_hash: mail.token,
    });
    expect(linkAnswer.status).toBe(200);
  });

  type TotalLimit = AttemptLimit & { most: number };

  test.each([
    ["passwords", limitPasswordsFrom, tryPassword, 400],
    ["codes", limitCodesFrom, tryCode, 403],
    ["sign-ups", limitSignUpsFrom, requestSignUp, 200],
  ] as const)(
    "%s: once the total is used up, no network of IPv6 or IPv4 has another one, for an hour",
    async (_, limitsOf, ask, free) => {
      const quietAddresses = [
        ...Array.from({ length: 12 }, (_item, index) => `2001:db8:${(index + 256).toString(16)}:1::1`),
        ...Array.from({ length: 4 }, (_item, index) => `2a0${index}:db8:1:1::1`),
        ...Array.from({ length: 4 }, (_item, index) => `198.51.${index}.7`),
      ];
      const [, , totalLimit] = (await limitsOf(toNetwork("2001:db8:b:1::1"))) as [
        unknown,
        unknown,
        TotalLimit,
      ];
      await limits.counted(totalLimit, totalLimit.most - 1);
      expect((await ask("2001:db8:b:1::1")).status).toBe(free);
      for (const address of quietAddresses) {
        const rejected = await ask(address);
        expect([address, rejected.status]).toEqual([address, 429]);
        expect(Number(rejected.headers.get("Retry-After"))).toBeGreaterThan(3_500);
      }
      await limits.pass(1);
      expect((await ask("2001:db8:c:1::1")).status).toBe(free);
    },
  );

  test("passwords: a spent total stops no signed-in user", async () => {
    const person = await createConfirmedUser(edge);
    const totalLimit = (await limitPasswordsFrom(toNetwork("2001:db8:e:1::1")))[2] as TotalLimit;
    await limits.counted(totalLimit, totalLimit.most);
    await tryPassword("2001:db8:e:1::1");
    expect((await tryPassword("2001:db8:e:2::1")).status).toBe(429);
    const change = { password: "otra de mis frases", current_password: person.password };
    const answer = await edge.fetch("/api/auth/user", json(change, bearer(person.session), "PUT"));
    expect(answer.status).toBe(200);
  });

  test("passwords: a right one is taken off the total, and wrong ones stay", async () => {
    const totalLimit = (await limitPasswordsFrom(toNetwork("2001:db8:d:1::1")))[2] as TotalLimit;
    await limits.counted(totalLimit, totalLimit.most - 1);
    expect((await limits.signIn(account.email, account.password)).status).toBe(200);
    expect((await tryPassword("2001:db8:d:1::1")).status).toBe(400);
    expect((await tryPassword("2001:db8:d:2::1")).status).toBe(429);
  });
});

test("rejects a malformed link or code without a database call", async () => {
  await edge.database.stop();
  const verify = async (fields: object) =>
    (await createCaller(edge).call("/verify", { type: "signup", ...fields })).status;
  const email = createEmail();
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

test("limits unauthenticated calls of one network before the database, and never a valid refresh", async () => {
  const flooder = createCaller(edge);
  const flood: [path: string, fields: () => object][] = [
    ["/verify", () => ({ type: "signup", token_hash: "x" })],
    ["/passkeys/authentication/verify", () => ({})],
    ["/token?grant_type=refresh_token", () => ({ refresh_token: "x".repeat(65) })],
  ];
  const isLimited = async (path: string, fields: () => object) =>
    (await flooder.call(path, fields())).status === 429;
  await edge.database.stop();
  await edge.holdClock(async () => {
    for (const [path, fields] of flood) {
      const areLimited = await Promise.all(Array.from({ length: 605 }, () => isLimited(path, fields)));
      expect([path, areLimited.filter(Boolean).length]).toEqual([path, 5]);
    }
    await edge.database.start();
    const { refresh_token } = account.session;
    expect((await flooder.call("/token?grant_type=refresh_token", { refresh_token })).status).toBe(200);
  });
});

/** Signs a new user in. Returns the id of the account, and a function that refreshes the session from one network. */
async function createRefresher() {
  const flooder = createCaller(edge);
  const { session } = await createConfirmedUser(edge);
  const { refresh_token, user } = session;
  const refresh = () => flooder.call("/token?grant_type=refresh_token", { refresh_token });
  return { accountId: user.id, refresh };
}

const endSession = "update sessions set ended_at = now() where account_id = $1";
const deaths: [code: string, statements: string[]][] = [
  ["refresh_token_not_found", [endSession]],
  [
    "refresh_token_already_used",
    [
      endSession,
      "update refresh_tokens set superseded_at = now() where session_id in (select id from sessions where account_id = $1)",
    ],
  ],
  ["session_expired", ["update sessions set created_at = now() - interval '1 year' where account_id = $1"]],
];
test.each(selectCases(deaths, 1))(
  "limits a dead refresh token of the edge before the database once it is known (%s)",
  async (code, statements) => {
    const { accountId, refresh: refreshToken } = await createRefresher();
    for (const statement of statements) await edge.database.asOwner(statement, [accountId]);
    expect(await readError(await refreshToken())).toBe(`400 ${code}`);
    const refresh = async () => (await refreshToken()).status;
    await edge.database.stop();
    await edge.holdClock(async () => {
      const statuses = await Promise.all(Array.from({ length: 605 }, refresh));
      expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    });
    await edge.database.start();
  },
);

test("limits no refresh token that was only presented while the database was unavailable", async () => {
  const { refresh } = await createRefresher();
  await edge.database.stop();
  expect((await refresh()).status).toBe(503);
  await edge.holdClock(async () => {
    const statuses = await Promise.all(Array.from({ length: 605 }, async () => (await refresh()).status));
    expect(new Set(statuses)).toEqual(new Set([503]));
  });
  await edge.database.start();
  expect((await refresh()).status).toBe(200);
});

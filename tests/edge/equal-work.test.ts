import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { decoyCredential } from "#functions/accounts/passkeys/ceremonies.ts";
import { createHashingTurns } from "#functions/accounts/passwords/hashing-turns.ts";
import { createEmail, goodPassword } from "../support/accounts.ts";
import { type Authenticator, createAuthenticator } from "../support/authenticator.ts";
import { startEdgeInNode } from "../support/edge-in-node.ts";
import { startStoppableDatabase } from "../support/fallible.ts";
import { json, origin } from "../support/requests.ts";
import { administrator } from "../support/seeded-people.ts";
import { startForSuite } from "../support/suite.ts";

let hashes = 0;
let turn: (hashes: number) => Promise<void>;
/** The time after which calls that send mail are answered, regardless of the result. */
const evenTimeMs = 250;

const database = startForSuite(async () => {
  const { stop, remove, ...fallible } = await startStoppableDatabase("people");
  return { ...fallible, close: () => stop().then(remove) };
});
const edge = startForSuite(() =>
  startEdgeInNode(database, (passwords) => {
    turn = passwords.awaitHashingTurn;
    return {
      awaitHashingTurn: (count) => turn(count),
      hashPassword: (password) => {
        hashes += 1;
        return passwords.hashPassword(password);
      },
      verifyPassword: (password, hash) => {
        hashes += 1;
        return passwords.verifyPassword(password, hash);
      },
    };
  }),
);
beforeEach(() => database.asOwner("delete from attempt_limits"));
afterEach(() => void vi.restoreAllMocks());

async function measureWork(path: string, fields: object, headers: Record<string, string> = {}) {
  hashes = 0;
  const { status } = await edge.request(`/api/auth${path}`, json(fields, headers));
  return { status, hashes };
}

test.each([
  ["/signup", { password: goodPassword }, 200, 2, 1],
  ["/token?grant_type=password", { password: "wrong" }, 400, 2, 0],
  ["/recover", {}, 200, 0, 1],
  ["/resend", { type: "signup" }, 200, 0, 1],
])(
  "%s costs the same hashes and the same even time for an address with an account and for one without, the first time and the second",
  async (path, fields, status, count, evenTimes) => {
    const startTimer = setTimeout;
    const timers = vi
      .spyOn(globalThis, "setTimeout")
      .mockImplementation(((...[callback, delayMs]: Parameters<typeof setTimeout>) =>
        startTimer(callback, delayMs === evenTimeMs ? 0 : delayMs)) as typeof setTimeout);
    const unknownEmail = createEmail();
    for (const email of [administrator.email, unknownEmail, administrator.email, unknownEmail]) {
      timers.mockClear();
      expect(await measureWork(path, { email, ...fields })).toEqual({ status, hashes: count });
      const delays = timers.mock.calls.map(([, delayMs]) => delayMs);
      expect(delays.filter((delayMs) => delayMs === evenTimeMs)).toHaveLength(evenTimes);
    }
  },
);

test("a passkey sign-in verifies as many signatures for a known id as for an unknown one, whatever count the answer has", async () => {
  const knownAuthenticator = createAuthenticator(origin);
  await database.asOwner(
    `insert into passkeys (id, account_id, credential_id, public_key, sign_count, trusted_from)
     select gen_random_uuid(), id, decode($2, 'hex'), decode($3, 'hex'), 5, now() from accounts where email = $1`,
    [
      administrator.email,
      Buffer.from(knownAuthenticator.id, "base64url").toString("hex"),
      Buffer.from(decoyCredential.publicKey, "base64url").toString("hex"),
    ],
  );
  const verify = vi.spyOn(crypto.subtle, "verify");
  const countSignatures = async ({ id }: Authenticator, signCount: number) => {
    const call = (path: string, fields: object) =>
      edge.request(`/api/auth/passkeys/authentication${path}`, json(fields));
    const { challenge_id, options } = (await (await call("/options", {})).json()) as {
      challenge_id: string;
      options: never;
    };
    const credential = { ...createAuthenticator(origin).get(options, { signCount }), id, rawId: id };
    verify.mockClear();
    const { status } = await call("/verify", { challenge_id, credential });
    return { status, signatures: verify.mock.calls.length };
  };
  const expectedWork = { status: 400, signatures: 1 };
  for (const signCount of [0, 3, 9]) {
    expect(await countSignatures(knownAuthenticator, signCount)).toEqual(expectedWork);
    expect(await countSignatures(createAuthenticator(origin), signCount)).toEqual(expectedWork);
  }
});

test.each([
  ["/token?grant_type=password", { email: administrator.email, password: administrator.password }],
  ["/signup", { email: createEmail(), password: goodPassword }],
])(
  "%s without time for its hashes is answered 429, computes none and counts no attempt",
  async (path, fields) => {
    const originalTurn = turn;
    turn = createHashingTurns(() => 0);
    await turn(1_000);
    const rejected = await measureWork(path, fields);
    expect([rejected.status, rejected.hashes]).toEqual([429, 0]);
    turn = originalTurn;
    const countedAttempts = await database.asOwner("select from attempt_limits where failures > 0");
    expect(countedAttempts).toEqual([]);
  },
);

test("a sign-up beyond its network's limit computes no hashes", async () => {
  const networkHeaders = { "CF-Connecting-IP": "198.51.100.7" };
  const signUp = () =>
    measureWork("/signup", { email: createEmail(), password: goodPassword }, networkHeaders);
  expect(await signUp()).toMatchObject({ status: 200, hashes: 2 });
  await database.asOwner("update attempt_limits set blocked_until = now() + interval '1 minute'");
  expect(await signUp()).toMatchObject({ status: 429, hashes: 0 });
});

import { afterEach, describe, expect, test, vi } from "vitest";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { signingKey } from "../../support/signing-key.ts";

const at = (seconds: number) => vi.useFakeTimers({ now: seconds * 1000, toFake: ["Date"] });
afterEach(() => void vi.useRealTimers());

const [older, newer] = await Promise.all([signingKey("older"), signingKey("newer")]);
const open = (...keys: object[]) => parseSigningKeys(JSON.stringify({ keys }));

describe("an announced key", () => {
  const set = () => open({ ...newer, nbf: 1_000 }, { ...older, exp: 5_000 });

  test("is accepted and published before it signs", async () => {
    at(999);
    const keys = await set();
    expect([keys.newest.kid, keys.all.map(({ kid }) => kid)]).toEqual(["older", ["older", "newer"]]);
    expect(keys.publicKeySet.keys.map(({ kid }) => kid)).toEqual(["older", "newer"]);
    expect(keys.find("newer")?.kid).toBe("newer");
  });

  test("signs from its start time, also in a running edge", async () => {
    at(999);
    const keys = await set();
    at(1_000);
    expect([keys.newest.kid, keys.all.map(({ kid }) => kid)]).toEqual(["newer", ["newer", "older"]]);
  });

  test("is the only key after the previous key has expired", async () => {
    at(4_999);
    const keys = await set();
    expect(keys.find("older")?.kid).toBe("older");
    at(5_000);
    expect([keys.find("older"), keys.all.map(({ kid }) => kid)]).toEqual([undefined, ["newer"]]);
    expect(keys.publicKeySet.keys).toEqual([expect.objectContaining({ kid: "newer" })]);
  });
});

test("a published key has no private part and no rotation times", async () => {
  const { publicKeySet } = await open({ ...newer, nbf: 1, exp: 9_999_999_999 });
  const { kid, kty, crv, x, y } = newer;
  expect(publicKeySet).toEqual({ keys: [{ kid, kty, crv, x, y, alg: "ES256", use: "sig" }] });
});

test("a key always signs, with any clock", async () => {
  at(1);
  expect((await open({ ...newer, nbf: 1_000 })).newest.kid).toBe("newer");
  expect((await open({ ...newer, exp: 1 }, { ...older, exp: 1 })).newest.kid).toBe("newer");
});

test("in a set without times, the first key signs and all keys are valid", async () => {
  const keys = await open(newer, older);
  expect([keys.newest.kid, keys.all.map(({ kid }) => kid)]).toEqual(["newer", ["newer", "older"]]);
});

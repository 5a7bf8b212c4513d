import { afterEach, describe, expect, test, vi } from "vitest";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { createSigningKey } from "../../support/signing-key.ts";

const setTimeSeconds = (seconds: number) => vi.useFakeTimers({ now: seconds * 1000, toFake: ["Date"] });
afterEach(() => void vi.useRealTimers());

const [older, newer] = await Promise.all([createSigningKey("older"), createSigningKey("newer")]);
const openKeys = (...keys: object[]) => parseSigningKeys(JSON.stringify({ keys }));

describe("an announced key", () => {
  const openAnnounced = () => openKeys({ ...newer, nbf: 1_000 }, { ...older, exp: 5_000 });

  test("is accepted and published before it signs", async () => {
    setTimeSeconds(999);
    const keys = await openAnnounced();
    expect([keys.signing.kid, keys.all.map(({ kid }) => kid)]).toEqual(["older", ["older", "newer"]]);
    expect(keys.publicKeySet.keys.map(({ kid }) => kid)).toEqual(["older", "newer"]);
    expect(keys.find("newer")?.kid).toBe("newer");
  });

  test("signs from its start time, also in a running edge", async () => {
    setTimeSeconds(999);
    const keys = await openAnnounced();
    setTimeSeconds(1_000);
    expect([keys.signing.kid, keys.all.map(({ kid }) => kid)]).toEqual(["newer", ["newer", "older"]]);
  });

  test("is the only key after the previous key has expired", async () => {
    setTimeSeconds(4_999);
    const keys = await openAnnounced();
    expect(keys.find("older")?.kid).toBe("older");
    setTimeSeconds(5_000);
    expect([keys.find("older"), keys.all.map(({ kid }) => kid)]).toEqual([undefined, ["newer"]]);
    expect(keys.publicKeySet.keys).toEqual([expect.objectContaining({ kid: "newer" })]);
  });
});

test("a published key has no private part and no rotation times", async () => {
  const { publicKeySet } = await openKeys({ ...newer, nbf: 1, exp: 9_999_999_999 });
  const { kid, kty, crv, x, y } = newer;
  expect(publicKeySet).toEqual({ keys: [{ kid, kty, crv, x, y, alg: "ES256", use: "sig" }] });
});

test("a key always signs, with any clock", async () => {
  setTimeSeconds(1);
  expect((await openKeys({ ...newer, nbf: 1_000 })).signing.kid).toBe("newer");
  expect((await openKeys({ ...newer, exp: 1 }, { ...older, exp: 1 })).signing.kid).toBe("newer");
});

test("in a set without times, the first key signs and all keys are valid", async () => {
  const keys = await openKeys(newer, older);
  expect([keys.signing.kid, keys.all.map(({ kid }) => kid)]).toEqual(["newer", ["newer", "older"]]);
});

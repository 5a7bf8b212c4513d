import { expect, test } from "vitest";
import { createKeySet, keepSecondsFor, leadSeconds, rotateKeySet } from "#local/keys/key-set.ts";
import { createSigningKey } from "../../support/signing-key.ts";

const day = 86_400;
const readKeys = (json: string) => JSON.parse(json).keys as { kid: string; nbf?: number; exp?: number }[];

test("a rotated key stays as long as a session or a mailed link may need it, and is then removed", async () => {
  const keepSeconds = keepSecondsFor(90);
  expect([keepSeconds, keepSecondsFor(5)]).toEqual([91 * day, 31 * day]);
  const firstSet = JSON.stringify({ keys: [await createSigningKey("first")] });
  const rotatedOnce = await rotateKeySet(firstSet, keepSeconds, 0);
  const [secondKey] = readKeys(rotatedOnce);
  expect(readKeys(rotatedOnce)).toEqual([
    expect.objectContaining({ nbf: leadSeconds }),
    expect.objectContaining({ kid: "first", exp: leadSeconds + keepSeconds }),
  ]);
  const rotatedTwice = await rotateKeySet(rotatedOnce, keepSeconds, 60 * day);
  expect(readKeys(rotatedTwice).map(({ kid, exp }) => [kid, exp])).toEqual([
    [expect.any(String), undefined],
    [secondKey?.kid, 60 * day + leadSeconds + keepSeconds],
    ["first", leadSeconds + keepSeconds],
  ]);
  const rotatedLater = await rotateKeySet(rotatedTwice, keepSeconds, leadSeconds + keepSeconds);
  expect(readKeys(rotatedLater).map(({ kid }) => kid)).not.toContain("first");
  expect(readKeys(rotatedLater)).toHaveLength(3);
});

test("a rotation fails with one sentence when the keys no longer fit into a variable", async () => {
  let keys = await createKeySet();
  const rotations = async () => {
    for (let time = 0; ; time++) keys = await rotateKeySet(keys, keepSecondsFor(90), time);
  };
  await expect(rotations()).rejects.toThrow(
    /^The keys were rotated too often: all \d+ .* goes on 1970-04-02\./,
  );
  expect(readKeys(keys).length).toBeGreaterThan(12);
});

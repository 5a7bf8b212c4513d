import { expect, test } from "vitest";
import { createKeySet, keepTime, leadTime, rotateKeySet } from "#local/keys/key-set.ts";
import { signingKey } from "../../support/signing-key.ts";

const day = 86_400;
const read = (json: string) => JSON.parse(json).keys as { kid: string; nbf?: number; exp?: number }[];

test("a rotated key stays as long as a session or a mailed link may need it, and is then removed", async () => {
  const keep = keepTime(90);
  expect([keep, keepTime(5)]).toEqual([91 * day, 31 * day]);
  const first = JSON.stringify({ keys: [await signingKey("first")] });
  const once = await rotateKeySet(first, keep, 0);
  const [second] = read(once);
  expect(read(once)).toEqual([
    expect.objectContaining({ nbf: leadTime }),
    expect.objectContaining({ kid: "first", exp: leadTime + keep }),
  ]);
  const twice = await rotateKeySet(once, keep, 60 * day);
  expect(read(twice).map(({ kid, exp }) => [kid, exp])).toEqual([
    [expect.any(String), undefined],
    [second?.kid, 60 * day + leadTime + keep],
    ["first", leadTime + keep],
  ]);
  const later = await rotateKeySet(twice, keep, leadTime + keep);
  expect(read(later).map(({ kid }) => kid)).not.toContain("first");
  expect(read(later)).toHaveLength(3);
});

test("a rotation fails with one sentence when the keys no longer fit into a variable", async () => {
  let keys = await createKeySet();
  const rotations = async () => {
    for (let time = 0; ; time++) keys = await rotateKeySet(keys, keepTime(90), time);
  };
  await expect(rotations()).rejects.toThrow(
    /^The keys were rotated too often: all \d+ .* goes on 1970-04-02\./,
  );
  expect(read(keys).length).toBeGreaterThan(12);
});

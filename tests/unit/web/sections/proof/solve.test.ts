import { createHash } from "node:crypto";
import { expect, test, vi } from "vitest";
import { hasZeroBits } from "#functions/contract/proof.ts";
import { solve } from "#web/sections/proof/solve.ts";

test("the page has its turns while the form's work is done, also in a browser that hashes at once", async () => {
  const digest = async (_: string, data: Uint8Array) =>
    new Uint8Array(createHash("sha256").update(data).digest()).buffer;
  vi.spyOn(crypto.subtle, "digest").mockImplementation(digest as typeof crypto.subtle.digest);
  let turns = 0;
  const takeTurn = () => {
    turns += 1;
    next = setImmediate(takeTurn);
  };
  let next = setImmediate(takeTurn);

  const header = await solve({ challenge: "a-challenge", bits: 14 });
  clearImmediate(next);
  expect(hasZeroBits(createHash("sha256").update(header).digest(), 14)).toBe(true);
  expect(turns).toBeGreaterThan(3);
});

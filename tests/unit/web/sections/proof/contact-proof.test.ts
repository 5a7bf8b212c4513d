import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.resetModules();
});

async function findToday(challenge: string): Promise<string | null> {
  vi.stubGlobal("fetch", async () => Response.json({ challenge, bits: 0 }));
  const proof = await import("#web/sections/proof/contact-proof.ts");
  return proof.findToday();
}

const challengeOf = (opened: number) =>
  `header.${Buffer.from(JSON.stringify({ jti: "ÿþ?", opened })).toString("base64url")}.signature`;

test("the day is that of the edge, whatever the clock of the device says", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2020-01-01T00:00:00Z") });
  // In Costa Rica it is still the day before.
  expect(await findToday(challengeOf(Date.parse("2040-05-05T04:00:00Z")))).toBe("2040-05-04");
});

test("the day is not known where the challenge does not say it", async () => {
  expect(await findToday("none")).toBeNull();
});

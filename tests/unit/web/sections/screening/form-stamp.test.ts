import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.resetModules();
});

async function findToday(stamp: string): Promise<string | null> {
  vi.stubGlobal("fetch", async () => Response.json({ stamp }));
  const formStamp = await import("#web/sections/screening/form-stamp.ts");
  return formStamp.findToday();
}

const createStamp = (opened: number) =>
  `header.${Buffer.from(JSON.stringify({ jti: "ÿþ?", opened })).toString("base64url")}.signature`;

test("takes the day from the edge, with any clock of the device", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2020-01-01T00:00:00Z") });
  // Costa Rica still has the previous day.
  expect(await findToday(createStamp(Date.parse("2040-05-05T04:00:00Z")))).toBe("2040-05-04");
});

test("returns no date for a stamp without a time", async () => {
  expect(await findToday("none")).toBeNull();
});

test("omits a stamp that has just arrived for an older form", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
  let arrive = () => {};
  vi.stubGlobal(
    "fetch",
    () =>
      new Promise((resolve) => {
        arrive = () => resolve(Response.json({ stamp: "signed" }));
      }),
  );
  const {
    findStamp,
    renewStamp,
    beginFormStamp,
    getOpenedAt: whenOpened,
  } = await import("#web/sections/screening/form-stamp.ts");
  beginFormStamp();
  const openedAt = whenOpened();
  expect(findStamp(openedAt)).toBeNull();
  vi.setSystemTime(1_010_000);
  arrive();
  await vi.waitFor(() => expect(findStamp(1_009_000)).toBe("signed"), { timeout: 60_000 });
  expect(findStamp(openedAt)).toBeNull();
  vi.setSystemTime(1_020_000);
  expect(findStamp(openedAt)).toBe("signed");
  renewStamp();
  expect(findStamp(openedAt)).toBeNull();
});

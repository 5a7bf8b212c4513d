import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createHashingTurns } from "#functions/accounts/passwords/hashing-turns.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns when every request got its turn, in milliseconds from the first request. */
async function measureTurns(hashCounts: number[]): Promise<number[]> {
  const turn = createHashingTurns();
  const startedAtMs = Date.now();
  const turns: number[] = [];
  const requests = hashCounts.map((hashes) => turn(hashes).then(() => turns.push(Date.now() - startedAtMs)));
  await vi.runAllTimersAsync();
  await Promise.all(requests);
  return turns;
}

test("a single request does not wait", async () => {
  expect(await measureTurns([2])).toEqual([0]);
});

test("concurrent requests start one after another, 60 ms apart for every hash", async () => {
  expect(await measureTurns([1, 2, 1, 1])).toEqual([0, 60, 180, 240]);
});

test("rejects a request that would wait over 5 s, without delaying others", async () => {
  const turn = createHashingTurns();
  const requests = Array.from({ length: 100 }, () =>
    turn(1).then(
      () => "done",
      (error) => error,
    ),
  );
  await vi.runAllTimersAsync();
  const outcomes = await Promise.all(requests);
  const rejections = outcomes.filter((outcome) => outcome !== "done");
  expect(outcomes.length - rejections.length).toBe(Math.floor(5000 / 60) + 1);
  expect(rejections[0]).toMatchObject({
    status: 429,
    code: "over_request_rate_limit",
    headers: { "Retry-After": "5" },
  });
  // The time of the last request is over.
  await vi.advanceTimersByTimeAsync(60);
  const startedAtMs = Date.now();
  await turn(1);
  expect(Date.now()).toBe(startedAtMs);
});

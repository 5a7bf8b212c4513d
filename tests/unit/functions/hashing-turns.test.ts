import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createHashingTurns } from "#functions/accounts/passwords/hashing-turns.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** When each of them had its turn, in milliseconds from the first. */
async function turnsOf(asked: number[]): Promise<number[]> {
  const turn = createHashingTurns();
  const began = Date.now();
  const turns: number[] = [];
  const all = asked.map((hashes) => turn(hashes).then(() => turns.push(Date.now() - began)));
  await vi.runAllTimersAsync();
  await Promise.all(all);
  return turns;
}

test("one who comes alone waits for nothing", async () => {
  expect(await turnsOf([2])).toEqual([0]);
});

test("hashes that are asked for at once begin one after another, as far apart as they are many", async () => {
  expect(await turnsOf([1, 2, 1, 1])).toEqual([0, 60, 180, 240]);
});

test("who would wait longer than five seconds is told to come back, and keeps no one else waiting", async () => {
  const turn = createHashingTurns();
  const asked = Array.from({ length: 100 }, () =>
    turn(1).then(
      () => "done",
      (error) => error,
    ),
  );
  await vi.runAllTimersAsync();
  const outcomes = await Promise.all(asked);
  const refused = outcomes.filter((outcome) => outcome !== "done");
  expect(outcomes.length - refused.length).toBe(Math.floor(5000 / 60) + 1);
  expect(refused[0]).toMatchObject({
    status: 429,
    code: "over_request_rate_limit",
    headers: { "Retry-After": "5" },
  });
  // The last one's time is over.
  await vi.advanceTimersByTimeAsync(60);
  const began = Date.now();
  await turn(1);
  expect(Date.now()).toBe(began);
});

import { loadavg } from "node:os";

/** Returns the middle value, or the mean of the two middle values; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [lower = Number.NaN, upper = lower] = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  return (lower + upper) / 2;
}

/** Returns the value that a share of the values does not exceed, such as 0.9; NaN for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Returns the values in random order (Fisher–Yates). The order depends only on `random`, which returns 0 to 1. */
export function shuffle<Value>(values: readonly Value[], random: () => number): Value[] {
  const shuffled = [...values];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as Value, shuffled[last] as Value];
  }
  return shuffled;
}

/**
 * Returns the area under the ROC curve of two samples: 0.5 if their values cannot be told apart, 1 if each value of the
 * first exceeds each of the second.
 */
export function areaUnderCurve(sample: readonly number[], otherSample: readonly number[]): number {
  const wins = sample.flatMap((a) => otherSample.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)));
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}

/**
 * Returns the distance from 0.5 within which the area under the curve of two equal distributions stays in 95 of 100
 * measurements (the normal approximation of the Mann–Whitney U test). Both samples have `size` values.
 */
export const areaByChance = (size: number): number => 1.96 * Math.sqrt((2 * size + 1) / (12 * size ** 2));

/** Describes the load of the machine in the last minute. */
export const describeLoad = (): string => loadavg()[0]?.toFixed(1) ?? "";

/** Rounds a value to at most `digits` digits after the decimal point. */
export const roundTo = (value: number, digits = 0): number => Number(value.toFixed(digits));

/** Returns the median time of 50 calls in milliseconds, after five unmeasured ones. */
export async function measureMedian(call: () => Promise<Response>): Promise<number> {
  const times: number[] = [];
  for (let round = -5; round < 50; round += 1) {
    const startedAt = performance.now();
    const response = await call();
    await response.text();
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}.`);
    if (round >= 0) times.push(performance.now() - startedAt);
  }
  return roundTo(median(times), 1);
}

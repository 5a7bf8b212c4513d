/** Returns the middle value, or the mean of the two middle values; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [lower = Number.NaN, upper = lower] = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  return (lower + upper) / 2;
}

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

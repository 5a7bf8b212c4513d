/** Returns the value that `part` (0 to 1) of the values do not exceed; NaN for an empty list. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

/** Returns the middle value, or the mean of the two middle values; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [lower = Number.NaN, upper = lower] = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  return (lower + upper) / 2;
}

/** Rounds a value to at most `digits` digits after the decimal point. */
export const roundTo = (value: number, digits = 0): number => Number(value.toFixed(digits));

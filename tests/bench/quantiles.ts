/** The value that `part` of the values (0 to 1) do not exceed; NaN where there are none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

/** The middle one of the values, of an even number of them the mean of the middle two; NaN where there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [first = Number.NaN, second = first] = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  return (first + second) / 2;
}

/** A value with at most that many digits after its point. */
export const rounded = (value: number, digits = 0): number => Number(value.toFixed(digits));

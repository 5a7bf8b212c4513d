import { type VitalMetric, vitalBounds } from "#functions/contract/web-vitals.ts";

// A histogram whose buckets grow by the same ratio, r, anchored at Google's two bounds of each metric:
//
//   steps = ⌈ln(poor ÷ good) ÷ ln 1.1⌉     r = (poor ÷ good)^(1 ÷ steps) ≤ 1.1
//   bucket(value) = ⌈steps · ln(value ÷ good) ÷ ln(poor ÷ good)⌉
//   value(bucket) = good · r^(bucket − ½)
//
// So bucket n has the values above good · r^(n−1) up to good · r^n: what is good is in bucket 0 and below, what is poor above `steps`, both
// exactly; and a value is read back wrong by √r − 1 at most, 4.9 %. What is too small to be told from nothing has a bucket of its own, below all others.

/** No bucket is this far from the bound of what is good: what is nothing, and is read back as 0. */
const nothing = -100;
/** The least that is told from nothing: milliseconds, and of CLS a ten-thousandth. */
const leastOf = (metric: VitalMetric) => (metric === "cls" ? 0.0001 : 1);

const span = (metric: VitalMetric) => Math.log(vitalBounds[metric].poor / vitalBounds[metric].good);

/** The last bucket of what is not poor; that of what is good is 0. */
export const lastBeforePoor = (metric: VitalMetric): number => Math.ceil(span(metric) / Math.log(1.1));

/** The bucket of a figure. */
export function toBucket(metric: VitalMetric, value: number): number {
  if (value < leastOf(metric)) return nothing;
  const steps = (lastBeforePoor(metric) * Math.log(value / vitalBounds[metric].good)) / span(metric);
  // No negative zero.
  return Math.ceil(steps) || 0;
}

/** The figure that a bucket stands for: milliseconds, or the score of CLS. */
export function fromBucket(metric: VitalMetric, bucket: number): number {
  if (bucket <= nothing) return 0;
  return vitalBounds[metric].good * Math.exp(((bucket - 0.5) * span(metric)) / lastBeforePoor(metric));
}

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  mostOfVital,
  rateVital,
  type VitalMetric,
  vitalBounds,
  vitalMetrics,
} from "#functions/contract/web-vitals.ts";
import { fromBucket, lastBeforePoor, toBucket } from "#functions/data/vital-buckets.ts";

const leastOf = (metric: VitalMetric) => (metric === "cls" ? 0.0001 : 1);
const mostOf = (metric: VitalMetric) => (metric === "cls" ? mostOfVital.score : mostOfVital.milliseconds);

/** Figures as visits have them: from the least to the most, each order of magnitude as often as another. */
const figures = (metric: VitalMetric) =>
  fc
    .double({ min: Math.log(leastOf(metric)), max: Math.log(mostOf(metric)), noNaN: true })
    .map((power) => Math.min(mostOf(metric), Math.max(leastOf(metric), Math.exp(power))));

/** The first figure, from the least on, that three quarters of all are up to. */
const seventyFifth = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.ceil(0.75 * values.length) - 1] ?? 0;

describe.each(vitalMetrics)("the buckets of %s", (metric) => {
  test("give the 75th percentile to 5 %", () => {
    fc.assert(
      fc.property(fc.array(figures(metric), { minLength: 1, maxLength: 200 }), (values) => {
        const exact = seventyFifth(values);
        const read = fromBucket(metric, seventyFifth(values.map((value) => toBucket(metric, value))));
        expect(Math.abs(read - exact) / exact).toBeLessThanOrEqual(0.05);
      }),
      { numRuns: 500 },
    );
  });

  test("tell good, fair and poor apart exactly where Google draws the lines", () => {
    const { good, poor } = vitalBounds[metric];
    const edges = [good, poor].flatMap((bound) => [bound * (1 - 1e-9), bound, bound * (1 + 1e-9)]);
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...edges), figures(metric)), (value) => {
        const bucket = toBucket(metric, value);
        const rating = bucket <= 0 ? "good" : bucket <= lastBeforePoor(metric) ? "needs_improvement" : "poor";
        expect([value, rating]).toEqual([value, rateVital(metric, value)]);
        // What is read back is rated alike.
        expect(rateVital(metric, fromBucket(metric, bucket))).toBe(rating);
      }),
      { numRuns: 500 },
    );
  });

  test("are few, within those that the database takes, and have nothing apart", () => {
    expect(toBucket(metric, 0)).toBe(-100);
    expect(fromBucket(metric, -100)).toBe(0);
    expect(toBucket(metric, leastOf(metric))).toBeGreaterThan(-100);
    expect(toBucket(metric, mostOf(metric))).toBeLessThanOrEqual(100);
  });
});

import { describe, expect, test } from "vitest";
import { areaByChance, areaUnderCurve, median, percentile, shuffle } from "../../bench/figures.ts";
import { createRandom } from "../../support/random.ts";

test("the median is the middle value, or the mean of the two middle values", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 7])).toBe(6);
  expect(median([])).toBeNaN();
});

test("a percentile is a measured value", () => {
  const values = Array.from({ length: 20 }, (_, index) => 20 - index);
  expect(percentile(values, 0.9)).toBe(18);
  expect(percentile([3], 0.9)).toBe(3);
  expect(percentile([], 0.9)).toBeNaN();
});

describe("the area under the curve", () => {
  test("is 0.5 for equal samples, and 1 or 0 for samples that never overlap", () => {
    expect(areaUnderCurve([1, 2, 3], [1, 2, 3])).toBe(0.5);
    expect(areaUnderCurve([4, 5], [1, 2])).toBe(1);
    expect(areaUnderCurve([1, 2], [4, 5])).toBe(0);
    expect(areaUnderCurve([1, 4], [2, 3])).toBe(0.5);
  });

  test("stays near 0.5 by chance, nearer with more values", () => {
    expect(areaByChance(60)).toBeCloseTo(0.104, 3);
    expect(areaByChance(600)).toBeCloseTo(0.033, 3);
  });
});

describe("a shuffle", () => {
  const values = Array.from({ length: 100 }, (_, index) => index);

  test("keeps every value, changes the order, and repeats it with the same seed", () => {
    const shuffled = shuffle(values, createRandom(7));
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(values);
    expect(shuffled).not.toEqual(values);
    expect(shuffle(values, createRandom(7))).toEqual(shuffled);
    expect(shuffle(values, createRandom(8))).not.toEqual(shuffled);
  });

  test("puts each value at each place equally often", () => {
    const random = createRandom(1);
    const firsts = Array.from({ length: 6_000 }, () => shuffle(["a", "b", "c"], random)[0]);
    for (const value of ["a", "b", "c"]) {
      expect(firsts.filter((first) => first === value).length).toBeGreaterThan(1_900);
    }
  });
});

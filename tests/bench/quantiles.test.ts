import { expect, test } from "vitest";
import { median, quantile, roundTo } from "./quantiles.ts";

test("the median is the middle value, or the mean of the middle two", () => {
  expect(median([30, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([7])).toBe(7);
  expect(median([])).toBeNaN();
});

test("a quantile is a measured value that the given part of the values does not exceed", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(quantile(hundred, 0.95)).toBe(95);
  expect(quantile(hundred, 1)).toBe(100);
  expect(quantile(hundred, 0)).toBe(1);
  expect(quantile([5, 3], 0.95)).toBe(5);
  expect(quantile([], 0.5)).toBeNaN();
});

test("the input keeps its order", () => {
  const values = [3, 1, 2];
  median(values);
  quantile(values, 0.5);
  expect(values).toEqual([3, 1, 2]);
});

test("rounds to at most the requested number of digits", () => {
  expect(roundTo(1.256, 1)).toBe(1.3);
  expect(roundTo(2)).toBe(2);
});

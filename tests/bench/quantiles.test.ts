import { expect, test } from "vitest";
import { median, quantile, rounded } from "./quantiles.ts";

test("the median is the middle value, or the mean of the middle two", () => {
  expect(median([30, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([7])).toBe(7);
  expect(median([])).toBeNaN();
});

test("a quantile is a value that was measured, and that part of the values do not exceed", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(quantile(hundred, 0.95)).toBe(95);
  expect(quantile(hundred, 1)).toBe(100);
  expect(quantile(hundred, 0)).toBe(1);
  expect(quantile([5, 3], 0.95)).toBe(5);
  expect(quantile([], 0.5)).toBeNaN();
});

test("values are left in their order", () => {
  const values = [3, 1, 2];
  median(values);
  quantile(values, 0.5);
  expect(values).toEqual([3, 1, 2]);
});

test("a figure has at most as many digits as asked", () => {
  expect(rounded(1.256, 1)).toBe(1.3);
  expect(rounded(2)).toBe(2);
});

import { expect, test } from "vitest";
import { toMeasuredFigures } from "../../bench/measured-figures.ts";

const page = {
  "LCP, ms": 1_234.5,
  kB: 97.4,
  requests: 9,
  performance: 99.5,
  accessibility: 100,
  "best-practices": 96,
  seo: 100,
};
const measuredOn = new Date("2026-03-04T23:30:00Z");

test("the figures that the site shows are the medians, in the format of each language, and no score is rounded up", () => {
  expect(toMeasuredFigures(page, { "LCP, ms": 1_200 }, measuredOn)).toEqual({
    "site-paint": { es: "1,23\u00a0s", en: "1.23\u00a0s" },
    "site-weight": "97\u00a0kB",
    "site-requests": "9",
    "site-ratio": { es: "1,03×", en: "1.03×" },
    "site-performance": "99",
    "site-accessibility": "100",
    "site-best-practices": "96",
    "site-seo": "100",
    "site-lowest-score": "96",
    "site-measured-on": { es: "4 de marzo de 2026", en: "March 4, 2026" },
  });
});

test("a figure that Lighthouse has not measured is not stored", () => {
  const { seo: _, ...pageWithoutScore } = page;
  expect(() => toMeasuredFigures(pageWithoutScore, { "LCP, ms": 1_200 }, measuredOn)).toThrow("not measured");
  expect(() => toMeasuredFigures(page, {}, measuredOn)).toThrow("not measured");
});

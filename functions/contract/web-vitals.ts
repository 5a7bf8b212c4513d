import type { Language } from "#cms/content/site.ts";

/** Where a page tells how fast it was, and where that is read. */
export const vitalsPath = "/api/vitals";

/** What is measured of a visit, as Google's Web Vitals call it: loading, response, stability, first content, first byte. */
export const vitalMetrics = ["lcp", "inp", "cls", "fcp", "ttfb"] as const;
export type VitalMetric = (typeof vitalMetrics)[number];

/**
 * Up to where a figure is good, and beyond where it is poor (https://web.dev/articles/defining-core-web-vitals-thresholds): milliseconds; of CLS,
 * which has no unit, its score.
 */
export const vitalBounds: Record<VitalMetric, { good: number; poor: number }> = {
  lcp: { good: 2_500, poor: 4_000 },
  inp: { good: 200, poor: 500 },
  cls: { good: 0.1, poor: 0.25 },
  fcp: { good: 1_800, poor: 3_000 },
  ttfb: { good: 800, poor: 1_800 },
};

export type VitalRating = "good" | "needs_improvement" | "poor";

/** How good a figure is. */
export function rateVital(metric: VitalMetric, value: number): VitalRating {
  const { good, poor } = vitalBounds[metric];
  if (value <= good) return "good";
  return value <= poor ? "needs_improvement" : "poor";
}

/** The largest figures that are believed: five minutes, and a score that no page has. */
export const mostOfVital = { milliseconds: 300_000, score: 30 } as const;

/** What a page is read on, by the width of its window. */
export const vitalDevices = ["phone", "desktop"] as const;
export type VitalDevice = (typeof vitalDevices)[number];

/** How a page was come to, in the words of the library `web-vitals`. */
export const vitalNavigations = [
  "navigate",
  "reload",
  "back-forward",
  "back-forward-cache",
  "prerender",
  "restore",
] as const;
export type VitalNavigation = (typeof vitalNavigations)[number];

/** Body of `POST /api/vitals`: one visit, of which at least one figure is known. `page` is the page's name, or its id in the CMS. */
export type Visit = {
  page: string;
  language: Language;
  device: VitalDevice;
  navigation: VitalNavigation;
  metrics: { [Metric in VitalMetric]?: number | undefined };
};

/** Largest accepted body of a visit, in bytes. */
export const visitLimit = 1_024;

/** Days that are looked back, today included, when nothing is said and at most. */
export const vitalsDays = { default: 28, maximum: 366 } as const;

/**
 * A figure of some visits: three quarters of them were as good or better (`p75`, exact to 5 %); how many visits it is of; and which parts of
 * them, 0 to 1, were good, needed improvement and were poor.
 */
export type VitalFigure = { p75: number; samples: number } & Record<VitalRating, number>;

/** The figures that are known of a page, or of all together; `visits` is how many there were. */
export type VitalFigures = { visits: number; metrics: { [Metric in VitalMetric]?: VitalFigure } };

/**
 * Answer of `GET /api/vitals`: how fast the site was in the last `days`, all together and by page, those with most visits first; and how many
 * visits came how. Where the site does not measure, it says that alone.
 */
export type VitalsReport =
  | { measures: false }
  | {
      measures: true;
      days: number;
      overall: VitalFigures;
      pages: ({ page: string } & VitalFigures)[];
      navigations: { navigation: VitalNavigation; visits: number }[];
    };

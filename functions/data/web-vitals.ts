import * as v from "valibot";
import { timeZone } from "#cms/content/site.ts";
import { companyDay } from "#functions/contract/meeting.ts";
import {
  type Visit,
  type VitalDevice,
  type VitalFigure,
  type VitalFigures,
  type VitalMetric,
  type VitalsReport,
  vitalMetrics,
  vitalNavigations,
} from "#functions/contract/web-vitals.ts";
import type { Database } from "./database.ts";
import type { Transaction } from "./named-results.ts";
import { rowParser } from "./rows.ts";
import { sql } from "./sql.ts";
import { fromBucket, lastBeforePoor, toBucket } from "./vital-buckets.ts";

/** Counts a visit. @throws Refusal unavailable */
export async function countVisit(database: Database, visit: Visit): Promise<void> {
  const { page, language, device, navigation, metrics } = visit;
  const measured = vitalMetrics.flatMap((metric) => {
    const value = metrics[metric];
    return value === undefined ? [] : [{ metric, bucket: toBucket(metric, value) }];
  });
  await database.run(null, {
    counted: sql`select count_visit(
      ${page}, ${language}, ${device}, ${navigation},
      ${measured.map(({ metric }) => metric)}::text[], ${measured.map(({ bucket }) => bucket)}::smallint[], ${timeZone})`,
  });
}

const count = v.number();
const toReport = rowParser(
  v.object({
    figures: v.array(
      v.object({
        page: v.nullable(v.string()),
        metric: v.picklist(vitalMetrics),
        samples: count,
        good: count,
        poor: count,
        p75_bucket: v.number(),
      }),
    ),
    navigations: v.array(v.object({ navigation: v.picklist(vitalNavigations), visits: count })),
  }),
);
type FigureRow = ReturnType<typeof toReport>["figures"][number];

type Asked = { days: number; device?: VitalDevice | undefined };

/** How fast the site was in the last days, today included. @throws Refusal unauthenticated, forbidden */
export async function readVitals(
  authorised: Transaction,
  { days, device }: Asked,
): Promise<VitalsReport & { measures: true }> {
  const { report } = await authorised({
    // All pages together have no name. The bucket of the 75th percentile is the first that three quarters of the visits are up to. Not every
    // visit has every figure: the one that most have says how many visits there were. The day is a constant, by which the database
    // knows how many rows it will read.
    report: sql`
      with counted as materialized (
        select page, navigation, metric, bucket, sum(count) as count from web_vitals
        where day > ${companyDay(new Date())}::date - ${days}::int
          and (${device ?? null}::text is null or device = ${device ?? null}::text)
        group by page, navigation, metric, bucket
      ), by_bucket as (
        select page, metric, bucket, sum(count) as count from counted
        group by grouping sets ((page, metric, bucket), (metric, bucket))
      ), running as (
        select page, metric, bucket, count,
          sum(count) over (partition by page, metric order by bucket) as up_to,
          sum(count) over (partition by page, metric) as samples
        from by_bucket
      ), figures as (
        select page, metric, samples,
          coalesce(sum(count) filter (where bucket <= 0), 0) as good,
          coalesce(sum(count) filter (where bucket > last_before_poor), 0) as poor,
          min(bucket) filter (where up_to >= 0.75 * samples) as p75_bucket
        from running join unnest(
          ${[...vitalMetrics]}::text[], ${vitalMetrics.map(lastBeforePoor)}::int[]) as bounds (metric, last_before_poor)
          using (metric)
        group by page, metric, samples
      ), navigations as (
        select navigation, max(count) as visits from (
          select navigation, metric, sum(count) as count from counted group by navigation, metric
        ) by_metric
        group by navigation
      )
      select
        (select coalesce(json_agg(figures), '[]') from figures) as figures,
        (select coalesce(json_agg(navigations order by visits desc, navigation), '[]') from navigations) as navigations`,
  });
  const { figures, navigations } = toReport(report[0]);
  const names = new Set(figures.flatMap(({ page }) => page ?? []));
  const pages = [...names].map((page) => ({
    page,
    ...figuresOf(figures.filter((row) => row.page === page)),
  }));
  return {
    ...{ measures: true, days },
    overall: figuresOf(figures.filter(({ page }) => page === null)),
    pages: pages.sort((a, b) => b.visits - a.visits || a.page.localeCompare(b.page)),
    navigations,
  };
}

const figuresOf = (rows: FigureRow[]): VitalFigures => ({
  visits: Math.max(0, ...rows.map(({ samples }) => samples)),
  metrics: Object.fromEntries(rows.map((row) => [row.metric, figureOf(row)])),
});

const figureOf = ({ metric, samples, good, poor, p75_bucket }: FigureRow): VitalFigure => ({
  p75: rounded(metric, fromBucket(metric, p75_bucket)),
  samples,
  good: good / samples,
  needs_improvement: (samples - good - poor) / samples,
  poor: poor / samples,
});

// No more digits than are known.
const rounded = (metric: VitalMetric, value: number) =>
  metric === "cls" ? Math.round(value * 1_000) / 1_000 : Math.round(value);

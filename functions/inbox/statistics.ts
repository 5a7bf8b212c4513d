import * as v from "valibot";
import { timeZone } from "#cms/content/site.ts";
import { type SubmissionStats, statsAnswer } from "#functions/contract/answers.schema.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import { rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";

const toStats = rowParser(v.omit(statsAnswer, ["days"]));

/**
 * Returns the statistics of the inbox for the last days of the company's calendar, today included, without spam.
 * @throws Refusal unauthenticated, forbidden
 */
export async function getStats(authorized: Transaction, days: number): Promise<SubmissionStats> {
  const { stats } = await authorized({
    stats: sql`
      with recent as materialized (
        select (created_at at time zone ${timeZone})::date as day, service_type, source,
          extract(epoch from first_read_at - created_at) as seconds
        from contact_submissions
        where not spam
          and created_at >= (((now() at time zone ${timeZone})::date - (${days}::int - 1))::timestamp
            at time zone ${timeZone})
      )
      select
        (select json_agg(json_build_object('day', day, 'count', count) order by day) from (
          select day::date, count(recent.day)::int as count
          from generate_series(
              (now() at time zone ${timeZone})::date - (${days}::int - 1),
              (now() at time zone ${timeZone})::date, interval '1 day') as calendar (day)
            left join recent using (day)
          group by day) days) as by_day,
        (select coalesce(json_agg(json_build_object('service_type', service_type, 'count', count)
            order by count desc, service_type), '[]')
          from (select service_type, count(*)::int as count from recent group by service_type) services) as by_service,
        (select coalesce(json_agg(json_build_object('source', source, 'count', count)
            order by count desc, source), '[]')
          from (select source, count(*)::int as count from recent group by source) sources) as by_source,
        (select percentile_cont(0.5) within group (order by seconds) from recent) as median_seconds_to_first_read`,
  });
  return { days, ...toStats(stats[0]) };
}

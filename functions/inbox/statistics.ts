import * as v from "valibot";
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
      with period as (
        select company_day(now()) as last_day, company_day(now()) - (${days}::int - 1) as first_day
      ), blocks as materialized (
        select blocks.days, starts_on from period, blocks_of_days(first_day, last_day) blocks
      ), reading_times as (
        select seconds, sum(sum(count)) over (order by seconds) as position, sum(count) as count, sum(sum(count)) over () as total
        from blocks join inbox_reading_times using (days, starts_on) group by seconds
      )
      select
        (select json_agg(json_build_object('day', day, 'count', count) order by day) from (
          select day::date, coalesce(sum(count), 0) as count
          from period, generate_series(first_day, last_day, interval '1 day') as calendar (day)
            left join inbox_sources on inbox_sources.days = 1 and starts_on = day::date
          group by day) days) as by_day,
        (select coalesce(json_agg(json_build_object('service_type', service_type, 'count', count)
            order by count desc, service_type), '[]')
          from (select nullif(properties::jsonb ->> 'service', 'none') as service_type, sum(count) as count
            from blocks join inbox_counts using (days, starts_on) where not spam group by 1) services) as by_service,
        (select coalesce(json_agg(json_build_object('source', source, 'count', count)
            order by count desc, source), '[]')
          from (select nullif(source, 'none') as source, sum(count) as count
            from blocks join inbox_sources using (days, starts_on) group by inbox_sources.source) sources) as by_source,
        -- The mean of the two middle values, which are one value if their number is odd.
        (select avg(seconds)::float from reading_times, unnest(array[div(total + 1, 2), div(total, 2) + 1]) middle
          where middle <= position and middle > position - count) as median_seconds_to_first_read`,
  });
  return { days, ...toStats(stats[0]) };
}

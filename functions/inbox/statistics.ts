import * as v from "valibot";
import { type SubmissionStats, statsAnswer } from "#functions/contract/answers.schema.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import { instant, rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { unansweredCount } from "./store.ts";

const toStats = rowParser(
  v.object({
    ...v.omit(statsAnswer, ["days", "oldest_unanswered_at"]).entries,
    oldest_unanswered_at: v.nullable(instant),
  }),
);

/**
 * Returns the statistics of the inbox without spam, for the last days of the company's calendar, today included. The
 * unanswered messages are of all days.
 * @throws Refusal unauthenticated, forbidden
 */
export async function getStats(authorized: Transaction, days: number): Promise<SubmissionStats> {
  const { stats } = await authorized({
    stats: sql`
      with period as (
        select company_day(now()) as last_day, company_day(now()) - (${days}::int - 1) as first_day
      ), blocks as materialized (
        select blocks.days, starts_on from period, blocks_of_days(first_day, last_day) blocks
      ), parts as materialized (
        -- The messages of a service have the level 1, those of a source 2.
        select grouping(service, source) as level, service, source, seconds, sum(count)::int as count,
          (sum(count) filter (where within_hour))::int as within_hour
        from blocks join inbox_answer_times using (days, starts_on)
        group by grouping sets ((service, seconds), (source, seconds))
      ), answer_times as (
        select * from parts
        union all
        -- All messages have the level 3. Their sums need a few rows only.
        select 3, null, null, seconds, sum(count), sum(within_hour) from parts where level = 1 group by seconds
      ), ranked as (
        select level, nullif(service, 'none') as service_type, nullif(source, 'none') as source, seconds,
          sum(count) over (kind order by seconds) as position, sum(count) over kind as total,
          sum(within_hour) over kind / sum(count) over kind as share
        from answer_times window kind as (partition by level, service, source)
      ), figures as materialized (
        -- The median is the mean of the two middle values, which are one value if their number is odd.
        select level, service_type, source, max(total) as count,
          (min(seconds) filter (where position >= div(total + 1, 2))
            + min(seconds) filter (where position >= div(total, 2) + 1)) / 2.0 as median,
          min(seconds) filter (where position >= 0.9 * total) as p90,
          case when exists (select from opening_hours) then coalesce(max(share), 0)::float end as share
        from ranked group by level, service_type, source
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
        (select median::float from figures where level = 3) as median_seconds_to_first_answer,
        (select p90::float from figures where level = 3) as p90_seconds_to_first_answer,
        (select share from figures where level = 3) as share_answered_within_hour,
        (select coalesce(json_agg(json_build_object('service_type', service_type, 'count', count,
            'median_seconds_to_first_answer', median, 'p90_seconds_to_first_answer', p90,
            'share_answered_within_hour', share)
            order by count desc, service_type), '[]') from figures where level = 1) as answers_by_service,
        (select coalesce(json_agg(json_build_object('source', source, 'count', count,
            'median_seconds_to_first_answer', median, 'p90_seconds_to_first_answer', p90,
            'share_answered_within_hour', share)
            order by count desc, source), '[]') from figures where level = 2) as answers_by_source,
        ${unansweredCount} as unanswered,
        (select created_at from oldest_unanswered()) as oldest_unanswered_at`,
  });
  return { days, ...toStats(stats[0]) };
}

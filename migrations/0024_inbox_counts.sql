-- The numbers of messages by day, kept by triggers, so counts of a property or a period and the statistics cost the same
-- whatever the number of messages. Each number stands for a block of 1, 8, 64, 512 or 4,096 days. A period is the sum of a
-- few blocks (`blocks_of_days`): days at its ends, larger blocks between.
--
-- A transaction that changes messages locks the row of `inbox_totals` before it changes a number, so two of them take
-- turns. Triggers of a statement run in the order of their names: `totals_by_day` after `senders_learnt` (0031), because
-- a block of a sender locks its row of `known_senders` first, too.

create function company_day(moment timestamptz) returns date
  language sql immutable strict parallel safe
  return (moment at time zone 'America/Costa_Rica')::date;

create function day_start(day date) returns timestamptz
  language sql immutable strict parallel safe
  return day::timestamp at time zone 'America/Costa_Rica';

comment on function company_day is 'Returns the day of a time in the company''s time zone.';

comment on function day_start is 'Returns the time at which a day starts in the company''s time zone.';

create function block_start(day date, days integer) returns date
  language sql immutable strict parallel safe
  return date '0001-01-01' + (day - date '0001-01-01') / days * days;

comment on function block_start is 'Returns the first day of the block of `days` days that contains a day.';

create function rounded_waiting_time(waited interval) returns integer
  language sql immutable strict parallel safe
  return (
    select round(seconds / step) * step
    from (
      select seconds, case when seconds < 60 then 1 when seconds < 3600 then 60 when seconds < 86400 then 300 else 3600 end as step
      from (select extract(epoch from waited) as seconds) duration
    ) steps
  );

comment on function rounded_waiting_time is
  'Returns a duration in seconds, rounded to a second, from a minute on to a minute, from an hour on to five minutes, from a day on to an hour.';

create table inbox_counts (
  days integer not null
    constraint inbox_counts_days_known check (days in (1, 8, 64, 512, 4096)),
  starts_on date not null,
  properties text not null,
  spam boolean not null,
  read boolean not null,
  count integer not null
    constraint inbox_counts_count_positive check (count > 0),
  primary key (days, starts_on, properties, spam, read)
);

comment on table inbox_counts is 'Number of messages of each block of days by properties and marks.';
comment on column inbox_counts.days is 'Length of the block in days.';
comment on column inbox_counts.starts_on is 'First day of the block, in the company''s time zone.';
comment on column inbox_counts.properties is 'Properties of the messages, as in contact_submissions.';
comment on column inbox_counts.spam is 'Whether the messages are spam.';
comment on column inbox_counts.read is 'Whether the messages are read.';
comment on column inbox_counts.count is 'Number of the messages; a block without any has no row.';

create table inbox_sources (
  days integer not null
    constraint inbox_sources_days_known check (days in (1, 8, 64, 512, 4096)),
  starts_on date not null,
  source text not null,
  count integer not null
    constraint inbox_sources_count_positive check (count > 0),
  primary key (days, starts_on, source)
);

comment on table inbox_sources is 'Number of messages of each block of days by source, without spam.';
comment on column inbox_sources.days is 'Length of the block in days.';
comment on column inbox_sources.starts_on is 'First day of the block, in the company''s time zone.';
comment on column inbox_sources.source is 'Key of how the senders heard of the company; none for messages without one.';
comment on column inbox_sources.count is 'Number of the messages; a block without any has no row.';

create table inbox_answer_times (
  days integer not null
    constraint inbox_answer_times_days_known check (days in (1, 8, 64, 512, 4096)),
  starts_on date not null,
  service text not null,
  source text not null,
  seconds integer not null,
  within_hour boolean not null,
  count integer not null
    constraint inbox_answer_times_count_positive check (count > 0),
  primary key (days, starts_on, service, source, seconds, within_hour)
);

comment on table inbox_answer_times is 'Number of answered messages of each block of days by service, source and the time until the first answer, without spam.';
comment on column inbox_answer_times.days is 'Length of the block in days.';
comment on column inbox_answer_times.starts_on is 'First day of the block, in the company''s time zone.';
comment on column inbox_answer_times.service is 'Key of the service; none for messages without one.';
comment on column inbox_answer_times.source is 'Key of how the senders heard of the company; none for messages without one.';
comment on column inbox_answer_times.seconds is 'Seconds from the arrival to the first answer, as `rounded_waiting_time` returns them.';
comment on column inbox_answer_times.within_hour is 'Whether at most an hour of opening time passed until the first answer.';
comment on column inbox_answer_times.count is 'Number of the messages; a block without any has no row.';

alter table inbox_counts enable row level security, force row level security;
alter table inbox_sources enable row level security, force row level security;
alter table inbox_answer_times enable row level security, force row level security;
grant select on inbox_counts, inbox_sources, inbox_answer_times to edge, backup;

create policy operator on inbox_counts to current_user using (true) with check (true);
create policy administrators_see on inbox_counts for select to edge using ((select is_admin()));
create policy backup_reads on inbox_counts for select to backup using (true);
create policy operator on inbox_sources to current_user using (true) with check (true);
create policy administrators_see on inbox_sources for select to edge using ((select is_admin()));
create policy backup_reads on inbox_sources for select to backup using (true);
create policy operator on inbox_answer_times to current_user using (true) with check (true);
create policy administrators_see on inbox_answer_times for select to edge using ((select is_admin()));
create policy backup_reads on inbox_answer_times for select to backup using (true);

create type submission_group as (
  day date, properties text, spam boolean, read boolean, service text, source text, seconds integer, within_hour boolean, change integer
);

create function grouped_submission(submission contact_submissions, change integer) returns submission_group
  language sql immutable parallel safe
  set search_path = 'public'
  return row(
    company_day((submission).created_at), (submission).properties, (submission).spam, (submission).read,
    coalesce((submission).service_type, 'none'), coalesce((submission).source, 'none'),
    rounded_waiting_time((submission).first_answer_at - (submission).created_at), (submission).answered_within_hour, change
  )::submission_group;

comment on function grouped_submission is 'Returns the properties by which a message is counted, and the change of their number.';

-- The planner would hash whole tables of counts to change a few of their rows. The trigger has the operator's rights,
-- because a visitor who sends a message may not see the counts.
create function update_inbox_counts() returns trigger
  language plpgsql security definer
  set search_path = 'public'
  set enable_hashjoin = off
  set enable_mergejoin = off
  set enable_seqscan = off
as $$
declare
  changes submission_group[];
begin
  if tg_op = 'INSERT' then
    changes := array(select grouped_submission(s::contact_submissions, 1) from after_rows s);
  elsif tg_op = 'UPDATE' then
    changes := array(
      select grouped_submission(s::contact_submissions, 1) from after_rows s
      union all select grouped_submission(s::contact_submissions, -1) from before_rows s);
  elsif tg_op = 'DELETE' then
    changes := array(select grouped_submission(s::contact_submissions, -1) from before_rows s);
  else
    truncate inbox_counts, inbox_sources, inbox_answer_times;
    return null;
  end if;
  if changes = '{}' then return null; end if;
  perform from inbox_totals for update;

  merge into inbox_counts stored using (
    select size as days, block_start(day, size) as starts_on, properties, spam, read, sum(change) as change
    from unnest(changes), unnest(array[1, 8, 64, 512, 4096]) size
    group by 1, 2, 3, 4, 5 having sum(change) <> 0
  ) delta
  on stored.days = delta.days and stored.starts_on = delta.starts_on and stored.properties = delta.properties
    and stored.spam = delta.spam and stored.read = delta.read
  when matched and count + change = 0 then delete
  when matched then update set count = count + change
  when not matched then insert (days, starts_on, properties, spam, read, count)
    values (days, starts_on, properties, spam, read, change);

  merge into inbox_sources stored using (
    select size as days, block_start(day, size) as starts_on, source, sum(change) as change
    from unnest(changes), unnest(array[1, 8, 64, 512, 4096]) size
    where not spam group by 1, 2, 3 having sum(change) <> 0
  ) delta
  on stored.days = delta.days and stored.starts_on = delta.starts_on and stored.source = delta.source
  when matched and count + change = 0 then delete
  when matched then update set count = count + change
  when not matched then insert (days, starts_on, source, count) values (days, starts_on, source, change);

  merge into inbox_answer_times stored using (
    select size as days, block_start(day, size) as starts_on, service, source, seconds, within_hour, sum(change) as change
    from unnest(changes), unnest(array[1, 8, 64, 512, 4096]) size
    where not spam and seconds is not null group by 1, 2, 3, 4, 5, 6 having sum(change) <> 0
  ) delta
  on stored.days = delta.days and stored.starts_on = delta.starts_on and stored.service = delta.service
    and stored.source = delta.source and stored.seconds = delta.seconds and stored.within_hour = delta.within_hour
  when matched and count + change = 0 then delete
  when matched then update set count = count + change
  when not matched then insert (days, starts_on, service, source, seconds, within_hour, count)
    values (days, starts_on, service, source, seconds, within_hour, change);
  return null;
end
$$;

comment on function update_inbox_counts is 'Updates the numbers of messages by day when messages are inserted, changed or deleted.';

create trigger totals_by_day_after_insert after insert on contact_submissions
  referencing new table as after_rows for each statement execute function update_inbox_counts();
create trigger totals_by_day_after_update after update on contact_submissions
  referencing old table as before_rows new table as after_rows for each statement execute function update_inbox_counts();
create trigger totals_by_day_after_delete after delete on contact_submissions
  referencing old table as before_rows for each statement execute function update_inbox_counts();
create trigger totals_by_day_after_truncate after truncate on contact_submissions
  for each statement execute function update_inbox_counts();

create function blocks_of_days(first_day date, last_day date) returns table (days integer, starts_on date)
  language sql stable rows 30
  set search_path = 'public'
as $$
  -- A period without a limit ends where the messages do. Days are counted from the year 1.
  with period as (
    select greatest(first_day, min(c.starts_on)) - date '0001-01-01' as lower,
      least(last_day + 1, max(c.starts_on) + 4096) - date '0001-01-01' as upper
    from inbox_counts c where c.days = 4096
  ), blocks as (
    -- `first` and `last` (excluded) are the numbers of the blocks of a size that the period contains. Those that blocks of
    -- the next size contain are between `first_larger` and `last_larger`.
    select size, (lower + size - 1) / size as first, upper / size as last,
      (lower + larger - 1) / larger * 8 as first_larger, greatest((lower + larger - 1) / larger, upper / larger) * 8 as last_larger
    from period, (values (1, 8), (8, 64), (64, 512), (512, 4096), (4096, null)) sizes (size, larger)
  )
  select size, date '0001-01-01' + number * size
  from blocks,
    lateral (
      select generate_series(first, least(last, first_larger) - 1)
      union all select generate_series(last_larger, last - 1)
    ) numbers (number)
$$;

comment on function blocks_of_days is
  'Returns the blocks of days that make up the period from a day to a day (both included), as few as possible; null is no limit.';

create function kinds_of_submissions(criteria jsonb) returns text[]
  language sql stable
  set search_path = 'public'
as $$
  select case when properties <> '{}' then array(
    select distinct c.properties from inbox_counts c where c.days = 4096 and c.properties::jsonb @> without_others.properties) end
  from (select criteria - array['q', 'name', 'sender', 'from', 'to']) without_others (properties)
$$;

comment on function kinds_of_submissions is
  'Returns each value of `properties` that meets the criteria of a list; null if the criteria name no property.';

-- Row-level security would prevent the range below. So the function checks the role first and then reads with the
-- operator's rights. The planner would expect one message of a kind, and read and sort all of them.
create function oldest_unanswered() returns table (id uuid, created_at timestamptz)
  language plpgsql stable security definer rows 1
  set search_path = 'public'
  set enable_seqscan = off
  set enable_bitmapscan = off
as $$
begin
  if not is_admin() then return; end if;
  return query
    select oldest.id, oldest.created_at
    from unnest(kinds_of_submissions('{"state": "unanswered"}')) kind, unnest(array[false, true]) mark, lateral (
      select s.id, s.created_at from contact_submissions s
      -- The range adds nothing, but without it the planner may read all messages of other kinds (0025).
      where s.properties = kind and s.properties between kind and kind and s.spam = false and s.read = mark
      order by s.created_at, s.id limit 1
    ) oldest
    order by oldest.created_at, oldest.id limit 1;
end
$$;

comment on function oldest_unanswered is
  'Returns the id and the time of the oldest unanswered message without spam, for administrators only.';

grant execute on function
  company_day, day_start, block_start, rounded_waiting_time, grouped_submission, update_inbox_counts, blocks_of_days,
  kinds_of_submissions, oldest_unanswered
  to edge;

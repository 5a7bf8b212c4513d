-- How fast the site was for who read it. A page measures itself while it is read and tells it once, when it is left: here only
-- counts are kept of it, by day and page, in buckets of each figure, so that nothing says who read, nor when on that day.
-- What a bucket stands for is said where they are made and read (functions/data/vital-buckets.ts); here they are ordered
-- numbers.
--
-- Anyone may count a visit, by one function that can do nothing else: it adds to the present day, and to a day that has
-- 50,000 rows it adds none, so that a flood of invented visits fills a bounded part of the table. Rows are taken in one order, so
-- that visits that are counted at once wait for each other and never deadlock.
--
-- A bucket is one of some two hundred, and no sequence: two bytes are enough.
-- squawk-ignore-file prefer-bigint-over-smallint

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table web_vitals (
  day date not null,
  page text not null
    constraint web_vitals_page_length check (char_length(page) between 1 and 128),
  language text not null
    constraint web_vitals_language_code check (language ~ '^[a-z]{2}$'),
  device text not null
    constraint web_vitals_device_known check (device in ('phone', 'desktop')),
  navigation text not null
    constraint web_vitals_navigation_known check (navigation in (
      'navigate', 'reload', 'back-forward', 'back-forward-cache', 'prerender', 'restore'
    )),
  metric text not null
    constraint web_vitals_metric_known check (metric in ('lcp', 'inp', 'cls', 'fcp', 'ttfb')),
  bucket smallint not null
    constraint web_vitals_bucket_bounded check (bucket between -100 and 100),
  count bigint not null
    constraint web_vitals_count_positive check (count > 0),
  primary key (day, page, language, device, navigation, metric, bucket)
);

comment on table web_vitals is 'How many visits measured a figure of a page''s speed within a bucket, by day.';
comment on column web_vitals.day is 'The day of the company''s time zone.';
comment on column web_vitals.page is 'The name of the page, or its id in the CMS.';
comment on column web_vitals.language is 'The language that it was read in.';
comment on column web_vitals.device is 'Whether the window was as wide as a phone, or wider.';
comment on column web_vitals.navigation is 'How the page was come to, as the library web-vitals names it.';
comment on column web_vitals.metric is 'What was measured, in the letters of Google''s Web Vitals.';
comment on column web_vitals.bucket is 'Between which values; a larger number is slower.';
comment on column web_vitals.count is 'How many visits.';

alter table web_vitals enable row level security;
alter table web_vitals force row level security;
grant select on web_vitals to edge;

create policy operator on web_vitals to current_user using (true) with check (true);
create policy administrators_see on web_vitals for select to edge
  using ((select is_admin()));

create function count_visit(
  of_page text, of_language text, of_device text, of_navigation text, metrics text[], buckets smallint[], zone text
) returns void
  language sql security definer
  set search_path = 'public', 'pg_temp'
begin atomic
  insert into web_vitals as known (day, page, language, device, navigation, metric, bucket, count)
  select today, of_page, of_language, of_device, of_navigation, measured.metric, measured.bucket, 1
  from (select (now() at time zone zone)::date as today) now_there,
    unnest(metrics, buckets) as measured (metric, bucket)
  where (select count(*) from (select from web_vitals where day = (now() at time zone zone)::date limit 50000) of_day) < 50000
    or exists (
      select from web_vitals v
      where (v.day, v.page, v.language, v.device, v.navigation, v.metric, v.bucket)
        = (today, of_page, of_language, of_device, of_navigation, measured.metric, measured.bucket)
    )
  order by measured.metric
  on conflict on constraint web_vitals_pkey do update set count = known.count + 1;
end;

comment on function count_visit is
  'Counts a visit under the present day of a time zone: each metric once, in its bucket.';

revoke execute on function count_visit from public;
grant execute on function count_visit to edge;

-- No single column finds a row, and the day would find all of it: the place of the row does, while it is locked.
insert into retention_rules (expiring_table, key_column, past_its_time) values
  ('web_vitals', 'ctid', $$ day < (current_date - interval '13 months')::date $$);

comment on column retention_rules.key_column is 'Its primary key; where that has more than one column, ctid.';

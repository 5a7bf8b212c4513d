-- The company's opening hours. The edge copies them from the published content once an hour, because a trigger cannot
-- read the content. They decide whether an answer came within a business hour.

create table opening_hours (
  weekday integer not null
    constraint opening_hours_weekday_known check (weekday between 1 and 7),
  opens time not null,
  closes time not null,
  constraint opening_hours_closes_later check (closes > opens),
  primary key (weekday, opens)
);

comment on table opening_hours is 'Opening hours of the company, in its time zone. A closed day has no row.';
comment on column opening_hours.weekday is 'Day of the week, from 1 (Monday) to 7 (Sunday).';
comment on column opening_hours.opens is 'Time at which the company opens on this day.';
comment on column opening_hours.closes is 'Time at which the company closes on this day.';

alter table opening_hours enable row level security, force row level security;
grant select, insert, delete on opening_hours to edge;

create policy operator on opening_hours to current_user using (true) with check (true);
create policy content_service on opening_hours to edge
  using ((select claim('service')) = 'content') with check ((select claim('service')) = 'content');
create policy administrators_see on opening_hours for select to edge using ((select is_admin()));

create function is_within_business_hour(arrived_at timestamptz, answered_at timestamptz) returns boolean
  language sql stable strict
  set search_path = 'public'
  return exists (select from opening_hours) and (
    select coalesce(sum(extract(epoch from least(answered_at, closes_at) - greatest(arrived_at, opens_at))), 0) <= 3600
    from generate_series(
        company_day(arrived_at), least(company_day(answered_at), company_day(arrived_at) + 14), interval '1 day'
      ) calendar (day)
      join opening_hours on weekday = extract(isodow from day),
      lateral (select day_start(day::date) + opens as opens_at, day_start(day::date) + closes as closes_at) opening
    where opens_at < answered_at and closes_at > arrived_at
  );

comment on function is_within_business_hour is
  'Returns whether at most an hour of opening time passed between a message and its answer; false without opening hours, null without an answer. After two weeks the time no longer counts.';

-- Requested builds of the site. The first change requests a build, and the changes that follow shortly join it: until
-- it is leased, each of them postpones it, and at most one build waits like that. The edge then leases it by moving its
-- time into the future. The build is done once the deploy hook has accepted it; otherwise it comes due again. A change
-- after the lease requests the next build, because the leased one may have read the content before it.

create table site_builds (
  id uuid primary key,
  fingerprint text
    constraint site_builds_fingerprint_hexadecimal check (fingerprint ~ '^[0-9a-f]{16}$'),
  asked_at timestamptz not null default now(),
  due_at timestamptz not null,
  attempts integer not null default 0
    constraint site_builds_attempts_counted check (attempts >= 0),
  leased_at timestamptz,
  started_at timestamptz,
  constraint site_builds_started_under_a_lease check (started_at is null or leased_at is not null)
);

create unique index site_builds_one_gathers on site_builds ((true)) where leased_at is null;
create index site_builds_due on site_builds (due_at) where started_at is null;
create index site_builds_asked_at on site_builds (asked_at);

comment on table site_builds is 'Builds of the site: requested, and started by the deploy hook.';
comment on column site_builds.id is 'The id of the build here; the deploy hook has its own.';
comment on column site_builds.fingerprint is
  'Fingerprint of the published content for which no build had been started; null for a build that a webhook requested.';
comment on column site_builds.asked_at is 'Time of the first change.';
comment on column site_builds.due_at is 'Earliest time of the next attempt; each change postpones it before the lease, each attempt after it.';
comment on column site_builds.attempts is 'Number of calls to the deploy hook.';
comment on column site_builds.leased_at is 'Time of the first lease; null while the build gathers changes.';
comment on column site_builds.started_at is 'Time at which the deploy hook accepted this build or a later one; null until then.';

alter table site_builds enable row level security, force row level security;
grant select, insert, update on site_builds to edge;

create policy operator on site_builds to current_user using (true) with check (true);
create policy content_service on site_builds to edge
  using ((select claim('service')) = 'content') with check ((select claim('service')) = 'content');

insert into retention_rules (expiring_table, key_column, past_its_time) values
  ('site_builds', 'id', $$ asked_at < now() - interval '30 days' $$);

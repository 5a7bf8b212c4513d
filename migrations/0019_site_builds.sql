-- Builds of the site that were asked for. The first change asks for one, those that follow it shortly take part in it: as
-- long as it has not been leased it is put off by each of them, and there is one at most that waits like that. Then it is
-- leased by moving its time into the future, and is done once the deploy hook has taken it; one that the hook did not take
-- comes due again. A change that comes after the lease asks for the next build, because the one that is starting may have
-- read the content before it.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

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

comment on table site_builds is 'Builds of the site: asked for, and started at the deploy hook.';
comment on column site_builds.id is 'Names the build here; the deploy hook has a name of its own for it.';
comment on column site_builds.fingerprint is 'What was published when it was found that no build had been started for it; null for one that a webhook asked for.';
comment on column site_builds.asked_at is 'When the first of its changes was told.';
comment on column site_builds.due_at is 'Not before this; each change puts it off while it gathers them, each attempt moves it on.';
comment on column site_builds.attempts is 'How often the deploy hook was called for it.';
comment on column site_builds.leased_at is 'When it was first leased; null while it gathers changes.';
comment on column site_builds.started_at is 'When the deploy hook took it, or one that was asked for later; null until then.';

alter table site_builds enable row level security;
alter table site_builds force row level security;
grant select, insert, update on site_builds to edge;

create policy operator on site_builds to current_user using (true) with check (true);
create policy content_service on site_builds to edge
  using ((select claim('service')) = 'content')
  with check ((select claim('service')) = 'content');

-- How often something was tried that must not be tried without end: passwords of an account, calls from an
-- address, mails to an address. What is counted is named by a hash, whether it exists or not. A row is changed by
-- the statement that decides, so that attempts made at once take turns and none slips through.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table attempt_limits (
  key bytea primary key
    constraint attempt_limits_key_sha256 check (octet_length(key) = 32),
  failures integer not null
    constraint attempt_limits_failures_counted check (failures >= 0),
  blocked_until timestamptz,
  attempt_id uuid,
  updated_at timestamptz not null default clock_timestamp()
);

create index attempt_limits_updated_at on attempt_limits (updated_at);

comment on table attempt_limits is 'Attempts that count, by what they were made on.';
comment on column attempt_limits.key is 'SHA-256 of the kind of attempt and its account or client address.';
comment on column attempt_limits.failures is 'Attempts since the last quiet hour.';
comment on column attempt_limits.blocked_until is 'Attempts before this are refused and not counted.';
comment on column attempt_limits.attempt_id is 'The last attempt that was let through.';
comment on column attempt_limits.updated_at is 'When one was last let through.';

alter table attempt_limits enable row level security;
alter table attempt_limits force row level security;
grant select, insert, update, delete on attempt_limits to edge;

create policy operator on attempt_limits to current_user using (true) with check (true);
create policy auth_service on attempt_limits to edge
  using ((select claim('service')) = 'auth')
  with check ((select claim('service')) = 'auth');

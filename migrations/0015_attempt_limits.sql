-- Counters of attempts that are limited: passwords of an account, calls from an address, mails to an address. A hash
-- names the counter, whether its subject exists or not. The statement that decides also changes the row, so concurrent
-- attempts take turns and none is missed.
--
-- A counter ends an hour after its last attempt, or an hour after its first if a network or all callers share it. A
-- counter of the codes that were tried on an address lasts a day.

create table attempt_limits (
  key bytea primary key
    constraint attempt_limits_key_sha256 check (octet_length(key) = 32),
  failures integer not null
    constraint attempt_limits_failures_counted check (failures >= 0),
  blocked_until timestamptz,
  attempt_id uuid,
  ends_at timestamptz not null default clock_timestamp() + interval '1 hour',
  updated_at timestamptz not null default clock_timestamp()
);

create index attempt_limits_ends_at on attempt_limits (ends_at);

comment on table attempt_limits is 'Counters of limited attempts.';
comment on column attempt_limits.key is 'SHA-256 of the kind of attempt and its subject: an account, an address, a network.';
comment on column attempt_limits.failures is 'Number of attempts that count until ends_at.';
comment on column attempt_limits.blocked_until is 'End of the block; earlier attempts are rejected and not counted.';
comment on column attempt_limits.attempt_id is 'The last attempt that was allowed.';
comment on column attempt_limits.ends_at is 'Time at which the counter expires and counting begins anew.';
comment on column attempt_limits.updated_at is 'Time of the last attempt that was allowed.';

alter table attempt_limits enable row level security, force row level security;
grant select, insert, update, delete on attempt_limits to edge;

create policy operator on attempt_limits to current_user using (true) with check (true);
create policy auth_service on attempt_limits to edge
  using ((select claim('service')) = 'auth') with check ((select claim('service')) = 'auth');

insert into retention_rules (expiring_table, key_column, past_its_time) values
  ('attempt_limits', 'key', 'ends_at < now() and (blocked_until is null or blocked_until < now())');

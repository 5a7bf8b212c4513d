-- A count of attempts has an end of its own: an hour after the last of them for some, an hour after the first for what a whole
-- network or everyone shares, a day for the codes that were tried on an address. It is forgotten then (0033); until now all were
-- after an hour.
--
-- The table is small and short-lived: an index of it is made and dropped, and a column added, in no time.
-- squawk-ignore-file require-concurrent-index-creation, require-concurrent-index-deletion, adding-field-with-default

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table attempt_limits
  add column ends_at timestamptz not null default clock_timestamp() + interval '1 hour';

drop index attempt_limits_updated_at;
create index attempt_limits_ends_at on attempt_limits (ends_at);

comment on column attempt_limits.ends_at is 'When counting begins anew, and what was counted is forgotten.';
comment on column attempt_limits.failures is 'Attempts that count, until ends_at.';
comment on column attempt_limits.key is 'SHA-256 of the kind of attempt and what it is about: an account, an address, a network.';

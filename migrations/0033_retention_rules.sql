-- How long rows are kept, as rows: until now one function knew every table, and each new table meant to write all of it again.
-- What deletes is one statement, the same for all; a rule says of which table, by which key, and what is past its time. A new
-- table of what says something of a person brings its rule with it. A rule looks its rows up by an index; `$1` and `$2` are how long
-- a session lives unused and at most.
--
-- As before: a call removes a thousand rows at most, a row that another call holds is left to the next, and the keys are an
-- array, so that no more rows are held than removed.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table retention_rules (
  expiring_table text primary key,
  key_column text not null,
  past_its_time text not null
);

comment on table retention_rules is 'Which rows are removed, table by table.';
comment on column retention_rules.expiring_table is 'The table.';
comment on column retention_rules.key_column is 'Its primary key.';
comment on column retention_rules.past_its_time is 'Holds for a row that is removed.';

alter table retention_rules enable row level security;
alter table retention_rules force row level security;

create policy operator on retention_rules to current_user using (true) with check (true);

insert into retention_rules (expiring_table, key_column, past_its_time) values
  ('one_time_tokens', 'token_hash', 'expires_at < now()'),
  ('attempt_limits', 'key', 'ends_at < now() and (blocked_until is null or blocked_until < now())'),
  -- Their refresh tokens go with them. Each of the three ends has an index, which the least of them could not have.
  ('sessions', 'id', $$
    ended_at < now() - interval '30 days'
    or last_used_at < now() - interval '30 days' - $1
    or created_at < now() - interval '30 days' - $2
  $$),
  -- A user has signed up again, and may be about to open the mail. Until the token has expired, spendable or not, signing in is
  -- answered as it is for an address with an account.
  ('accounts', 'id', $$
    email_confirmed_at is null and created_at < now() - interval '7 days'
    and not exists (select from one_time_tokens where account_id = accounts.id and expires_at > now())
  $$),
  ('account_events', 'id', $$ created_at < now() - interval '12 months' $$),
  -- Of both folders, as the index of the inbox has them.
  ('contact_submissions', 'id', $$ spam = any (array[false, true]) and created_at < now() - interval '24 months' $$),
  ('contact_receipts', 'idempotency_key', $$ created_at < now() - interval '24 months' $$),
  ('outgoing_mails', 'id', $$ coalesce(sent_at, given_up_at) < now() - interval '30 days' $$),
  ('content_hooks', 'signature_hash', $$ taken_at < now() - interval '1 day' $$),
  ('site_builds', 'id', $$ asked_at < now() - interval '30 days' $$),
  ('message_rates', 'key', 'ends_at < now()'),
  ('known_senders', 'sender', $$ decided_at < now() - interval '24 months' $$),
  ('mail_alerts', 'id', $$ last_at < now() - interval '30 days' $$),
  ('privacy_events', 'id', $$ created_at < now() - interval '24 months' $$);

create or replace function expiring_tables() returns text[]
  language sql stable
  security definer
  set search_path = 'public', 'pg_temp'
  return (select array_agg(expiring_table order by expiring_table) from retention_rules);

comment on function expiring_tables is 'The tables whose rows are kept for a time.';

create or replace function purge_expired(expiring_table text, session_idle interval, session_absolute interval) returns integer
  language plpgsql
  security definer
  set search_path = 'public', 'pg_temp'
  as $$
declare
  few constant integer := 1000;
  rule retention_rules;
  removed integer;
begin
  if claim('service') is distinct from 'retention' then
    raise exception 'only retention may purge' using errcode = 'insufficient_privilege';
  end if;
  select * into rule from retention_rules where retention_rules.expiring_table = purge_expired.expiring_table;
  if not found then
    raise exception 'there is no rule for %', expiring_table using errcode = 'case_not_found';
  end if;
  execute format(
    'delete from %1$I where %2$I = any (array(select %2$I from %1$I where %3$s limit %4$s for update skip locked))',
    rule.expiring_table, rule.key_column, rule.past_its_time, few
  ) using session_idle, session_absolute;
  get diagnostics removed = row_count;
  return removed;
end
$$;

-- Retention, a table at a time. One call for all of them had to be small, so that what piled up in one table was removed
-- slowly, and a fault in one kept all others. A call now names its table: it removes a thousand rows of it, in some
-- milliseconds however many there are, because every rule has an index that it is looked up by, and is repeated while it
-- finds any. The rules stay in this function and nowhere else, the names of their tables beside it.
--
-- The indexes are made in the transaction of this file, and writing to a table waits meanwhile: some seconds for a
-- million rows, in which a message is kept in the spool.
-- squawk-ignore-file require-concurrent-index-creation
--
-- As before: a row that another call holds is left to the next run, and the ids are an array, so that no more rows are
-- held than removed.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create index one_time_tokens_expires_at on one_time_tokens (expires_at);
create index sessions_ended_at on sessions (ended_at) where ended_at is not null;
create index sessions_last_used_at on sessions (last_used_at);
create index sessions_created_at on sessions (created_at);
create index accounts_unconfirmed on accounts (created_at) where email_confirmed_at is null;
create index contact_receipts_created_at on contact_receipts (created_at);
create index outgoing_mails_ended_at on outgoing_mails (coalesce(sent_at, given_up_at));

drop function purge_expired(interval, interval);

create function expiring_tables() returns text[]
  language sql immutable parallel safe
  return array[
    'one_time_tokens', 'attempt_limits', 'sessions', 'accounts', 'account_events', 'contact_submissions',
    'contact_receipts', 'outgoing_mails', 'content_hooks', 'site_builds'
  ];

comment on function expiring_tables is 'The tables whose rows are kept for a time, each of which purge_expired knows.';

create function purge_expired(expiring_table text, session_idle interval, session_absolute interval) returns integer
  language plpgsql
  security definer
  set search_path = 'public', 'pg_temp'
  as $$
declare
  few constant integer := 1000;
  removed integer;
begin
  if claim('service') is distinct from 'retention' then
    raise exception 'only retention may purge' using errcode = 'insufficient_privilege';
  end if;

  case expiring_table
    when 'one_time_tokens' then
      delete from one_time_tokens where token_hash = any (array(
        select token_hash from one_time_tokens where expires_at < now() limit few for update skip locked
      ));
    when 'attempt_limits' then
      delete from attempt_limits where key = any (array(
        select key from attempt_limits
        where updated_at < now() - interval '1 hour' and (blocked_until is null or blocked_until < now())
        limit few for update skip locked
      ));
    when 'sessions' then
      -- Their refresh tokens go with them. Each of the three ends has an index, which the least of them could not have.
      delete from sessions where id = any (array(
        select id from sessions, (select now() - interval '30 days' as since) past
        where ended_at < since or last_used_at < since - session_idle or created_at < since - session_absolute
        limit few for update of sessions skip locked
      ));
    when 'accounts' then
      delete from accounts where id = any (array(
        select id from accounts
        where email_confirmed_at is null and created_at < now() - interval '7 days'
          and not exists (
            -- A user has signed up again, and may be about to open the mail.
            select from one_time_tokens
            where account_id = accounts.id and spent_at is null and expires_at > now()
          )
        limit few for update skip locked
      ));
    when 'account_events' then
      delete from account_events where id = any (array(
        select id from account_events where created_at < now() - interval '12 months'
        limit few for update skip locked
      ));
    when 'contact_submissions' then
      -- Of both folders, as the index of the inbox has them.
      delete from contact_submissions where id = any (array(
        select id from contact_submissions
        where spam = any (array[false, true]) and created_at < now() - interval '24 months'
        limit few for update skip locked
      ));
    when 'contact_receipts' then
      delete from contact_receipts where idempotency_key = any (array(
        select idempotency_key from contact_receipts where created_at < now() - interval '24 months'
        limit few for update skip locked
      ));
    when 'outgoing_mails' then
      delete from outgoing_mails where id = any (array(
        select id from outgoing_mails where coalesce(sent_at, given_up_at) < now() - interval '30 days'
        limit few for update skip locked
      ));
    when 'content_hooks' then
      delete from content_hooks where signature_hash = any (array(
        select signature_hash from content_hooks where taken_at < now() - interval '1 day'
        limit few for update skip locked
      ));
    when 'site_builds' then
      delete from site_builds where id = any (array(
        select id from site_builds where asked_at < now() - interval '30 days'
        limit few for update skip locked
      ));
  end case;
  get diagnostics removed = row_count;
  return removed;
end
$$;

comment on function purge_expired is
  'Removes some rows of a table that are past their time, and says how many; for the claims of retention only.';

revoke execute on function purge_expired from public;
grant execute on function purge_expired to edge;

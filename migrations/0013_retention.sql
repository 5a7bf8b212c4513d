-- What is kept no longer than it is needed. The rules are here and nowhere else: the edge's scheduled work calls one
-- function, which removes what is past its time and can do nothing more. The claims that allow the call open no table,
-- so that they let no one read anything. A call removes some hundreds of rows a table, so that it never takes long
-- whatever has piled up, and is repeated while there are more.
--
-- A row that another call holds is left to the next run: signing out everywhere, or marking many messages, locks rows
-- in an order of its own, and waiting for each other would end one of both. The ids are an array, because it is looked
-- up once, whatever the plan: no more rows may be held than are removed.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create function purge_expired(session_idle interval, session_absolute interval) returns jsonb
  language plpgsql
  security definer
  set search_path = 'public', 'pg_temp'
  as $$
declare
  few constant integer := 200;
  removed jsonb := '{}';
  counted bigint;
begin
  if claim('service') is distinct from 'retention' then
    raise exception 'only retention may purge' using errcode = 'insufficient_privilege';
  end if;

  delete from one_time_tokens where token_hash = any (array(
    select token_hash from one_time_tokens where expires_at < now() limit few for update skip locked
  ));
  get diagnostics counted = row_count;
  removed := removed || jsonb_build_object('one_time_tokens', counted);

  delete from attempt_limits where key = any (array(
    select key from attempt_limits
    where updated_at < now() - interval '1 hour' and (blocked_until is null or blocked_until < now())
    limit few for update skip locked
  ));
  get diagnostics counted = row_count;
  removed := removed || jsonb_build_object('attempt_limits', counted);

  -- Their refresh tokens go with them.
  delete from sessions where id = any (array(
    select id from sessions
    where least(ended_at, last_used_at + session_idle, created_at + session_absolute) < now() - interval '30 days'
    limit few for update skip locked
  ));
  get diagnostics counted = row_count;
  removed := removed || jsonb_build_object('sessions', counted);

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
  get diagnostics counted = row_count;
  removed := removed || jsonb_build_object('accounts', counted);

  delete from account_events where id = any (array(
    select id from account_events where created_at < now() - interval '12 months'
    limit few for update skip locked
  ));
  get diagnostics counted = row_count;
  removed := removed || jsonb_build_object('account_events', counted);

  delete from contact_submissions where id = any (array(
    select id from contact_submissions where created_at < now() - interval '24 months'
    limit few for update skip locked
  ));
  get diagnostics counted = row_count;
  removed := removed || jsonb_build_object('contact_submissions', counted);

  delete from contact_receipts where idempotency_key = any (array(
    select idempotency_key from contact_receipts where created_at < now() - interval '24 months'
    limit few for update skip locked
  ));
  get diagnostics counted = row_count;
  removed := removed || jsonb_build_object('contact_receipts', counted);

  delete from outgoing_mails where id = any (array(
    select id from outgoing_mails where coalesce(sent_at, given_up_at) < now() - interval '30 days'
    limit few for update skip locked
  ));
  get diagnostics counted = row_count;
  return removed || jsonb_build_object('outgoing_mails', counted);
end
$$;

comment on function purge_expired is
  'Removes what is past its time, some rows at a time, and says how many of each table; for the claims of retention only.';

revoke execute on function purge_expired from public;
grant execute on function purge_expired to edge;

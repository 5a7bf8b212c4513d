-- Retention once more, with what the CMS has told and the builds that followed: a webhook is remembered for a day, far
-- longer than one can be sent again, and a build for 30 days, like a mail. Everything else is as before.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function purge_expired(session_idle interval, session_absolute interval) returns jsonb
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
  removed := removed || jsonb_build_object('outgoing_mails', counted);

  delete from content_hooks where signature_hash = any (array(
    select signature_hash from content_hooks where taken_at < now() - interval '1 day'
    limit few for update skip locked
  ));
  get diagnostics counted = row_count;
  removed := removed || jsonb_build_object('content_hooks', counted);

  delete from site_builds where id = any (array(
    select id from site_builds where asked_at < now() - interval '30 days'
    limit few for update skip locked
  ));
  get diagnostics counted = row_count;
  return removed || jsonb_build_object('site_builds', counted);
end
$$;

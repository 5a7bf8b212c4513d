-- Retention once more, with what screening keeps: a count until its time is over, what was said of a sender for as long as a message,
-- an alert about mails for 30 days after it happened last. Everything else is as before.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function expiring_tables() returns text[]
  language sql immutable parallel safe
  return array[
    'one_time_tokens', 'attempt_limits', 'sessions', 'accounts', 'account_events', 'contact_submissions',
    'contact_receipts', 'outgoing_mails', 'content_hooks', 'site_builds', 'message_rates', 'known_senders', 'mail_alerts'
  ];

create or replace function purge_expired(expiring_table text, session_idle interval, session_absolute interval) returns integer
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
    when 'message_rates' then
      delete from message_rates where key = any (array(
        select key from message_rates where ends_at < now() limit few for update skip locked
      ));
    when 'known_senders' then
      delete from known_senders where sender = any (array(
        select sender from known_senders where decided_at < now() - interval '24 months'
        limit few for update skip locked
      ));
    when 'mail_alerts' then
      delete from mail_alerts where id = any (array(
        select id from mail_alerts where last_at < now() - interval '30 days'
        limit few for update skip locked
      ));
  end case;
  get diagnostics removed = row_count;
  return removed;
end
$$;

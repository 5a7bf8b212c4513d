-- Whether a message arrives at the company is known for sure only when one has. So a message of our own, the canary, goes
-- the whole way every hour: by the form's call into the inbox, and as a mail to the provider and on to a mailbox. It is
-- stored by `take_message` like any other, with all that its triggers do, and taken out again before the transaction ends,
-- so that no reader of the inbox sees it and nothing of it is counted. What stays is its mail, which has the canary's id,
-- until the provider says that it was delivered; then it is removed, which the edge may do with no other mail.
--
-- The mail is committed with the message or not at all: where there is one, the message was stored.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Checked in the next file.
alter table outgoing_mails drop constraint outgoing_mails_kind_known;
alter table outgoing_mails add constraint outgoing_mails_kind_known check (kind in (
  'contact_notice', 'contact_acknowledgement', 'erasure_notice', 'message_erased', 'delivery_alert', 'canary',
  'confirm_sign_up', 'account_exists', 'recover', 'confirm_email_change', 'email_changed', 'password_changed',
  'account_deleted', 'passkeys_changed'
)) not valid;

-- As before, and none of these either.
alter policy auth_service_leaves_one on outgoing_mails
  with check (
    (select claim('service')) = 'auth' and not is_about_a_message(kind) and kind not in ('delivery_alert', 'canary')
    and sent_at is null and given_up_at is null and attempts = 0
  );

create function take_canary(message jsonb, hash bytea, spam_weight integer, reader text) returns void
  language plpgsql security definer
  set search_path = 'public', 'pg_temp'
as $$
declare
  canary constant uuid := (message ->> 'id')::uuid;
begin
  if claim('service') is distinct from 'mail' then
    raise exception 'only the edge''s own work on mails may send a canary' using errcode = 'insufficient_privilege';
  end if;
  -- It was taken before, and the answer was lost.
  if exists (select from outgoing_mails where id = canary) then return; end if;

  perform take_message(message, canary, hash, jsonb_build_object(
    'doubts', '[]'::jsonb, 'weight', 0, 'spam_weight', spam_weight, 'rates', '[]'::jsonb, 'answer', null
  ));
  delete from contact_submissions where id = canary;
  delete from contact_receipts where idempotency_key = canary;
  update outgoing_mails
  set id = canary, kind = 'canary', payload = jsonb_build_object('to', reader), give_up_at = now() + interval '1 hour'
  where kind = 'contact_notice' and payload ->> 'id' = canary::text and sent_at is null and given_up_at is null;
  if not found then
    raise exception 'the canary has left no mail' using errcode = 'no_data_found';
  end if;
end
$$;

comment on function take_canary is
  'Takes a message as take_message does, takes it away again, and leaves its mail to `reader`, once for its id.';
revoke execute on function take_canary from public;
grant execute on function take_canary to edge;

create function remove_canary(canary uuid) returns void
  language plpgsql security definer
  set search_path = 'public', 'pg_temp'
as $$
begin
  if claim('service') is distinct from 'mail' then
    raise exception 'only the edge''s own work on mails may remove a canary' using errcode = 'insufficient_privilege';
  end if;
  delete from outgoing_mails where id = canary and kind = 'canary';
end
$$;

comment on function remove_canary is 'Removes the mail of a canary, which is all that is left of it.';
revoke execute on function remove_canary from public;
grant execute on function remove_canary to edge;

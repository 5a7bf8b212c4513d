-- The hourly synthetic message, which proves that messages reach the company. It follows the real path: through the
-- form's call into the inbox, and as a mail to the provider and a mailbox. `take_message` stores it with all triggers,
-- and `take_canary` deletes it before the transaction ends, so no reader of the inbox sees it and no counter includes
-- it. Its mail, which has the message's id, stays until the provider reports the delivery. Then the edge deletes it,
-- which it may do with no other mail.
--
-- The mail is committed with the message or not at all, so the mail proves that the message was stored.

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
  -- An earlier call stored it, and its answer was lost.
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
  'Stores a synthetic message as take_message does, deletes it again, and leaves its mail to `reader`, once for its id.';

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

comment on function remove_canary is 'Deletes the mail of a synthetic message, the only part of it that is left.';
grant execute on function take_canary, remove_canary to edge;

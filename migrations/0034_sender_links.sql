-- The sender's own link. The acknowledgement of a message has a link that shows when the message arrived and until when
-- it is stored, and that erases it. The edge derives the token from one of its keys and the id of the message; the
-- receipt has its hash. Without the token nothing is found, whatever the claims. The link shows no text of the message:
-- an address with a typing error sends the mail to another reader.
--
-- An erasure leaves the receipt, so no retry brings the message back, and tells the sender by mail. It also tells the
-- company if the notice with the message may have been sent, because that mail is in the company's mailbox.

create function linked_message(link bytea, out id uuid, out created_at timestamptz, out kept_until timestamptz) returns setof record
  language sql stable security definer
  set search_path = 'public', 'pg_temp'
begin atomic
  select stored.id, stored.created_at, stored.last_entry_at + interval '24 months'
  from contact_receipts left join contact_submissions stored on stored.id = submission_id
  where link_hash = link;
end;

comment on function linked_message is
  'Returns the id, the arrival and the end of the retention of the message of a link: nulls for an erased message, no row for an unknown link.';

create function erase_linked_message(link bytea) returns text
  language plpgsql security definer
  set search_path = 'public'
as $$
declare
  receipt record;
  erased record;
  held_back integer;
begin
  select submission_id into receipt from contact_receipts where link_hash = link;
  if not found then return 'unknown'; end if;
  delete from contact_submissions where id = receipt.submission_id
    returning id, email, language, created_at into erased;
  if not found then return 'gone'; end if;

  with emptied as (
    update outgoing_mails set given_up_at = now(), payload = null
    where kind = 'contact_notice' and submission_id = erased.id and sent_at is null and given_up_at is null
    returning attempts
  )
  -- The provider may have a mail that was attempted.
  select count(*) filter (where attempts = 0) into held_back from emptied;
  insert into outgoing_mails (id, kind, payload) values (gen_random_uuid(), 'message_erased',
    jsonb_build_object('to', erased.email, 'language', erased.language, 'arrived_at', erased.created_at));
  if held_back = 0 then
    insert into outgoing_mails (id, kind, payload, give_up_at) values (gen_random_uuid(), 'erasure_notice',
      jsonb_build_object('submission_id', erased.id, 'arrived_at', erased.created_at), now() + interval '3 days');
  end if;
  insert into privacy_events (kind, asked_by, person, counts)
  values ('erased', 'sender', person_key(erased.email), '{"contact_submissions": 1}');
  return 'erased';
end
$$;

comment on function erase_linked_message is 'Erases the message of a sender''s link once; returns erased, gone or unknown.';
grant execute on function linked_message, erase_linked_message to edge;

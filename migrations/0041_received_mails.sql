-- Replies by mail. A mail of a conversation carries a reply address, whose token names the conversation. The edge hands
-- every received mail to `receive_mail`, which decides whose words it has.

create table reply_addresses (
  token_hash bytea primary key
    constraint reply_addresses_token_sha256 check (octet_length(token_hash) = 32),
  submission_id uuid not null references contact_submissions on delete cascade,
  role text not null
    constraint reply_addresses_role_known check (role in ('customer', 'company')),
  revoked_at timestamptz
);

create index reply_addresses_conversation on reply_addresses (submission_id);

comment on table reply_addresses is 'The addresses that receive the replies to mails of conversations.';
comment on column reply_addresses.token_hash is 'SHA-256 of the token in the address.';
comment on column reply_addresses.submission_id is 'The message that began the conversation.';
comment on column reply_addresses.role is 'Whose replies the address receives: the customer''s, or those of the company''s mailbox.';
comment on column reply_addresses.revoked_at is 'Time at which an administrator ended the address; null until then.';

alter table reply_addresses enable row level security, force row level security;
grant select on reply_addresses to backup;

create policy operator on reply_addresses to current_user using (true) with check (true);
create policy backup_reads on reply_addresses for select to backup using (true);

-- Whose words a mail has. The From address of a participant can be forged. So only a verdict of the receiver makes it the
-- customer's, and a rejected one is somebody else's.
create function sender_of_mail(participant text, from_address text, verdict text) returns text
  language sql immutable parallel safe
  set search_path = 'public'
  return case
    when verdict = 'fail' or sender_key(from_address) <> sender_key(participant) then 'other'
    when verdict = 'pass' then 'verified'
    else 'unverified'
  end;

comment on function sender_of_mail is 'Returns verified, unverified or other: whether a mail is from the participant of a conversation.';

create function receive_mail(
  token bytea, entry uuid, from_address text, verdict text, body text, automatic text
) returns text
  language plpgsql security definer
  set search_path = 'public'
as $$
declare
  conversation contact_submissions;
  sender_state text;
begin
  if claim('service') is distinct from 'mail' then return null; end if;
  select contact_submissions.* into conversation
  from reply_addresses address join contact_submissions on contact_submissions.id = address.submission_id
  where address.token_hash = receive_mail.token and address.revoked_at is null and address.role = 'customer';
  if not found then return 'unknown'; end if;
  perform from contact_submissions where id = conversation.id for update;
  if exists (select from conversation_entries where id = entry) then return 'repeated'; end if;

  if automatic is not null then
    -- Automatic mails are events. Two responders that answer each other stop here, because nothing answers an event.
    if (
      select count(*) from conversation_entries
      where submission_id = conversation.id and event = 'automatic_reply' and created_at > now() - interval '1 day'
    ) >= 10 then return 'limited'; end if;
    insert into conversation_entries (id, submission_id, kind, event, language)
    values (entry, conversation.id, 'event', 'automatic_reply', conversation.language);
    return 'automatic';
  end if;

  sender_state := sender_of_mail(conversation.email, from_address, verdict);
  insert into conversation_entries (id, submission_id, kind, text, language, state, sender, from_address)
  values (
    entry, conversation.id, 'customer', body, conversation.language,
    case when sender_state <> 'other' then 'unanswered' end, sender_state, receive_mail.from_address
  );
  insert into outgoing_mails (id, kind, submission_id, payload, give_up_at)
  values (entry, 'reply_notice', conversation.id, jsonb_build_object(
    'submission_id', conversation.id,
    'name', case when sender_state = 'other' then receive_mail.from_address else conversation.name end,
    'text', body), now() + interval '3 days');
  return sender_state;
end
$$;

comment on function receive_mail is
  'Stores a received mail once for its id, for the mail service only; returns verified, unverified, other, automatic, limited, repeated or unknown.';
grant execute on function sender_of_mail, receive_mail to edge;

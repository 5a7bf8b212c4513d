-- Replies by mail. A mail of a conversation carries a reply address, whose token names the conversation. The edge hands
-- every received mail to `receive_mail`, which decides whose words it has. A mail without a conversation is put aside as a
-- new message in spam, so nothing is lost.

create table reply_addresses (
  token_hash bytea primary key
    constraint reply_addresses_token_sha256 check (octet_length(token_hash) = 32),
  submission_id uuid not null references contact_submissions on delete cascade,
  role text not null
    constraint reply_addresses_role_known check (role in ('customer', 'company')),
  kid text not null,
  generation integer not null,
  joined_from uuid,
  revoked_at timestamptz
);

create index reply_addresses_conversation on reply_addresses (submission_id);
create unique index reply_addresses_valid on reply_addresses (submission_id, role)
  where revoked_at is null and joined_from is null;

comment on table reply_addresses is 'The addresses that receive the replies to mails of conversations.';
comment on column reply_addresses.token_hash is 'SHA-256 of the token in the address.';
comment on column reply_addresses.submission_id is 'The message that began the conversation.';
comment on column reply_addresses.role is 'Whose replies the address receives: the customer''s, or those of the company''s mailbox.';
comment on column reply_addresses.kid is 'The key that the token is derived from.';
comment on column reply_addresses.generation is 'The number of earlier addresses of the conversation with this role, from which the token is derived, too.';
comment on column reply_addresses.joined_from is 'The conversation whose mails carry the address, if it was joined to this one (0044); null otherwise.';
comment on column reply_addresses.revoked_at is 'Time at which an administrator ended the address; null until then.';

alter table reply_addresses enable row level security, force row level security;
grant select on reply_addresses to backup;

create policy operator on reply_addresses to current_user using (true) with check (true);
create policy backup_reads on reply_addresses for select to backup using (true);

-- A conversation has one valid address for each role. Every mail of it carries the same one, so a repeated mail is the
-- same. After a revocation the next mail gets an address of the next generation.
create function valid_reply_address(submission uuid, owner text, out kid text, out generation integer)
  language plpgsql stable security definer
  set search_path = 'public'
as $$
begin
  if claim('service') is distinct from 'mail' then return; end if;
  select address.kid, address.generation into valid_reply_address.kid, valid_reply_address.generation
  from reply_addresses address
  where address.submission_id = submission and address.role = owner and address.revoked_at is null
    and address.joined_from is null;
  if found then return; end if;
  select count(*) into valid_reply_address.generation from reply_addresses address
  where address.submission_id = submission and address.role = owner and address.joined_from is null;
end
$$;

comment on function valid_reply_address is
  'Returns the key and the generation of the valid address of a conversation and role; without one no key and the next generation. For the mail service only.';

create function register_reply_address(token bytea, submission uuid, owner text, key_id text, new_generation integer)
  returns boolean
  language plpgsql security definer
  set search_path = 'public'
as $$
begin
  if claim('service') is distinct from 'mail' then return false; end if;
  insert into reply_addresses (token_hash, submission_id, role, kid, generation)
  select token, id, owner, key_id, new_generation from contact_submissions where id = submission
  on conflict do nothing;
  return exists (select from reply_addresses where token_hash = token and revoked_at is null);
end
$$;

comment on function register_reply_address is
  'Adds a reply address to a conversation, for the mail service only; returns whether it is valid.';

-- The From address of a participant can be forged. So only a verdict of the receiver makes the words the customer's, and a
-- rejected sender is somebody else.
create function sender_of_mail(participant text, from_address text, verdict text) returns text
  language sql immutable parallel safe
  set search_path = 'public'
  return case
    when verdict = 'fail' or sender_key(from_address) <> sender_key(participant) then 'other'
    when verdict = 'pass' then 'verified'
    else 'unverified'
  end;

comment on function sender_of_mail is 'Returns verified, unverified or other: whether a mail is from the participant of a conversation.';

create table received_mails (
  provider_id text primary key
    constraint received_mails_provider_id_length check (char_length(provider_id) between 1 and 200),
  outcome text not null
    constraint received_mails_outcome_known check (outcome in (
      'verified', 'unverified', 'other', 'automatic', 'bounced', 'counted', 'answered', 'noted', 'known', 'put_aside',
      'limited', 'erased', 'repeated'
    )),
  received_at timestamptz not null default now()
);

create index received_mails_received_at on received_mails (received_at);

comment on table received_mails is 'What became of each received mail, without its content.';
comment on column received_mails.provider_id is 'The id of the delivery at the provider that received it.';
comment on column received_mails.outcome is
  'verified, unverified, other: an entry of that sender; automatic: an event; bounced: a report about an answer; counted: one of too many automatic mails; answered, noted: an answer or a note of an administrator; known: a new message of a customer; put_aside: a message in spam; limited: one of too many such messages, not stored until a later delivery; erased: not stored, because its sender was erased since; repeated: stored before.';
comment on column received_mails.received_at is 'Time at which the mail was stored; of a limited mail, that of its first delivery.';

alter table received_mails enable row level security, force row level security;
grant select on received_mails to edge;
grant select on received_mails to backup;

create policy operator on received_mails to current_user using (true) with check (true);
create policy mail_service on received_mails for select to edge using ((select claim('service')) = 'mail');
create policy backup_reads on received_mails for select to backup using (true);

insert into retention_rules (expiring_table, key_column, past_its_time) values
  ('received_mails', 'provider_id', $$ received_at < now() - interval '30 days' $$);

create function find_reply_address(token bytea, out submission_id uuid, out role text, out language text)
  language plpgsql stable security definer
  set search_path = 'public'
as $$
begin
  if claim('service') is distinct from 'mail' then return; end if;
  select address.submission_id, address.role, conversation.language
  into find_reply_address.submission_id, find_reply_address.role, find_reply_address.language
  from reply_addresses address join contact_submissions conversation on conversation.id = address.submission_id
  where address.token_hash = token and address.revoked_at is null;
end
$$;

comment on function find_reply_address is
  'Returns whose replies an address receives, in which conversation and language; nulls for an unknown or revoked address. For the mail service only.';

create function unknown_sender() returns text
  language sql immutable parallel safe
  set search_path = ''
  return 'unknown@sender.invalid';

comment on function unknown_sender is
  'Returns the address of a message whose sender has none. Mails to it are never delivered (RFC 2606).';

-- A sender who is proven and has written before is a customer, whose mail is an ordinary message. Nothing is mailed to
-- any other sender or about it. Both kinds are limited, so a flood does not bury the inbox.
create function put_mail_aside(mail jsonb) returns text
  language plpgsql security definer
  set search_path = 'public'
as $$
declare
  most constant integer := 50;
  new_id constant uuid := (mail ->> 'id')::uuid;
  sender constant text := coalesce(mail ->> 'email', unknown_sender());
  sender_name constant text := coalesce(mail ->> 'name', sender);
  is_blocked constant boolean := exists (
    select from known_senders where known_senders.sender = sender_key(mail ->> 'email') and verdict = 'blocked'
  );
  earlier contact_submissions;
  kind text := 'put_aside';
begin
  select * into earlier from contact_submissions
  where lower(email) = lower(sender) and not spam order by created_at desc, id desc limit 1;
  if found and mail ->> 'verdict' = 'pass' and mail ->> 'automatic' is null and not is_blocked then
    kind := 'known';
  end if;
  if (
    select count(*) from received_mails where outcome = kind and received_at > now() - interval '1 day'
  ) >= most then return 'limited'; end if;

  insert into contact_submissions (id, name, email, message, language, spam, doubts)
  values (
    new_id, sender_name, sender, mail ->> 'text', coalesce(earlier.language, 'es'), kind = 'put_aside',
    case when kind = 'known' then '[]'::jsonb else '[{"code": "mail_without_conversation"}]' end
      || case when is_blocked then '[{"code": "blocked"}]' else '[]'::jsonb end
  )
  on conflict do nothing;
  if not found then return 'repeated'; end if;
  perform add_attachments(new_id, null, mail -> 'files');
  if kind = 'known' then
    insert into outgoing_mails (id, kind, submission_id, payload, give_up_at)
    values (gen_random_uuid(), 'contact_notice', new_id, jsonb_build_object(
      'id', new_id, 'name', sender_name, 'email', sender, 'message', mail ->> 'text', 'language', earlier.language
    ), now() + interval '3 days');
  end if;
  return kind;
end
$$;

comment on function put_mail_aside is
  'Stores a mail without a conversation as a message; returns known, put_aside, limited or repeated.';

create function add_received_entry(conversation contact_submissions, mail jsonb) returns text
  language plpgsql security definer
  set search_path = 'public'
as $$
declare
  entry constant uuid := (mail ->> 'id')::uuid;
  from_address constant text := mail ->> 'from';
  participant constant text :=
    case when is_participant(conversation.id, from_address) then from_address else conversation.email end;
  sender_state constant text := sender_of_mail(participant, from_address, mail ->> 'verdict');
  today integer;
begin
  -- An entry that became a conversation of its own (0043) leaves its notice.
  if exists (select from conversation_entries where id = entry) or exists (select from outgoing_mails where id = entry) then
    return 'repeated';
  end if;

  if mail ->> 'automatic' is not null then
    -- A report that the newest answer did not arrive has the effect of the provider's webhook.
    if sender_key(mail ->> 'failed_recipient') = sender_key(conversation.email) then
      update outgoing_mails set bounced_at = now()
      where bounced_at is null and sent_at is not null and id = (
        select id from conversation_entries where submission_id = conversation.id and kind = 'answer'
        order by created_at desc, id desc limit 1
      );
      if found then
        -- The words of the report stand at the event of the bounce (0037).
        update conversation_entries set id = entry, text = mail ->> 'text', from_address = mail ->> 'from'
        where id = (
          select id from conversation_entries where submission_id = conversation.id and event = 'bounced'
          order by created_at desc, id desc limit 1
        );
        perform add_attachments(conversation.id, entry, mail -> 'files');
        perform refresh_conversation_texts(array[conversation.id]);
        return 'bounced';
      end if;
    end if;
    -- Automatic mails are events. Two responders that answer each other stop here, because nothing answers an event. One
    -- event stands for all mails after the tenth of a day.
    select count(*) into today from conversation_entries
    where submission_id = conversation.id and event in ('automatic_reply', 'more_automatic_replies')
      and created_at > now() - interval '1 day';
    if today > 10 then return 'counted'; end if;
    insert into conversation_entries (id, submission_id, kind, event, text, from_address, language)
    values (
      entry, conversation.id, 'event', case when today = 10 then 'more_automatic_replies' else 'automatic_reply' end,
      mail ->> 'text', from_address, conversation.language
    );
    perform add_attachments(conversation.id, entry, mail -> 'files');
    return 'automatic';
  end if;

  insert into conversation_entries (id, submission_id, kind, text, language, state, sender, from_address)
  values (
    entry, conversation.id, 'customer', mail ->> 'text', conversation.language,
    case when sender_state <> 'other' then 'unanswered' end, sender_state, from_address
  );
  perform add_attachments(conversation.id, entry, mail -> 'files');
  if not conversation.spam then
    insert into outgoing_mails (id, kind, submission_id, payload, give_up_at)
    values (entry, 'reply_notice', conversation.id, jsonb_build_object(
      'submission_id', conversation.id,
      'name', case when participant = conversation.email and sender_state <> 'other' then conversation.name else from_address end,
      'text', mail ->> 'text'), now() + interval '3 days');
  end if;
  return sender_state;
end
$$;

comment on function add_received_entry is 'Stores a mail as an entry of its conversation; returns verified, unverified, other, automatic, bounced, counted or repeated.';

-- `mail` has `provider_id`; the `token` of its reply address as a hash in hexadecimal, null to put the mail aside; the
-- `id` of the new entry or message; `received_at`, null if just now; `from`, `verdict`, `automatic`, `failed_recipient`, `is_forwarded`, `text` and `files`; for a message `name` and
-- `email`, null without one; and for an administrator the `answer` without quotations, null if the mail cannot be one, with its `link`. The address may end after the edge looked it up. Then nothing is stored, and the edge puts the mail aside.
-- A mail from the company's mailbox is the answer of an administrator whose address is proven. It is sent to the customer
-- only if nothing speaks against it; otherwise it is a note, and the conversation is unread. So no customer is answered twice.
create function add_colleagues_entry(conversation contact_submissions, mail jsonb) returns text
  language plpgsql security definer
  set search_path = 'public'
as $$
declare
  entry constant uuid := (mail ->> 'id')::uuid;
  colleague uuid;
begin
  select accounts.id into colleague
  from accounts join profiles on profiles.user_id = accounts.id
  where profiles.role = 'admin' and accounts.email_confirmed_at is not null and lower(accounts.email) = lower(mail ->> 'from');
  if not found or mail ->> 'verdict' <> 'pass' or mail ->> 'automatic' is not null or (mail ->> 'is_forwarded')::boolean then
    return add_received_entry(conversation, mail || '{"verdict": "fail"}');
  end if;
  if exists (select from conversation_entries where id = entry) then return 'repeated'; end if;
  if conversation.state = 'unanswered' and mail ->> 'answer' is not null and store_answer(
    colleague, conversation.id, entry, mail ->> 'answer', conversation.revision, false, false, mail -> 'link'
  ) = 'stored' then return 'answered'; end if;
  insert into conversation_entries (id, submission_id, kind, author, text, language)
  values (entry, conversation.id, 'note', colleague, mail ->> 'text', conversation.language);
  perform add_attachments(conversation.id, entry, mail -> 'files');
  update contact_submissions set read = false where id = conversation.id;
  return 'noted';
end
$$;

comment on function add_colleagues_entry is
  'Stores a mail of the company''s mailbox; returns answered, noted or the outcomes of `add_received_entry`.';

create function receive_mail(mail jsonb) returns text
  language plpgsql security definer
  set search_path = 'public'
as $$
declare
  address reply_addresses;
  conversation contact_submissions;
  result text;
begin
  if claim('service') is distinct from 'mail' then return null; end if;
  if mail ->> 'token' is not null then
    select * into address from reply_addresses where token_hash = decode(mail ->> 'token', 'hex') and revoked_at is null;
    select * into conversation from contact_submissions where id = address.submission_id for update;
    if not found then return 'unknown'; end if;
  end if;
  -- A limited mail is not stored, so another delivery stores it as soon as there is room.
  insert into received_mails (provider_id, outcome) values (mail ->> 'provider_id', 'repeated')
  on conflict (provider_id) do update set outcome = 'repeated' where received_mails.outcome = 'limited';
  if not found then return 'repeated'; end if;
  -- A restored database lists mails again, also those of people who were erased since.
  result := case
    when exists (
      select from privacy_events
      where kind = 'erased' and person = person_key(mail ->> 'from') and created_at > (mail ->> 'received_at')::timestamptz
        and (asked_by = 'operator' or conversation.id is null)
    ) then 'erased'
    when conversation.id is null then put_mail_aside(mail)
    when address.role = 'company' then add_colleagues_entry(conversation, mail)
    else add_received_entry(conversation, mail)
  end;
  update received_mails
  set outcome = result, received_at = case when result = 'limited' then received_at else now() end
  where provider_id = mail ->> 'provider_id';
  return result;
end
$$;

comment on function receive_mail is
  'Stores a received mail once for its provider id, for the mail service only; returns its outcome, or unknown for an address that ended.';
grant execute on function sender_of_mail, valid_reply_address, register_reply_address, find_reply_address, receive_mail to edge;

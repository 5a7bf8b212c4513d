-- Joined conversations and moved entries. An administrator joins two conversations (0044), moves an entry to another one,
-- makes it one of its own, or admits the sender of a mail of somebody else. Each change can be undone for a day.
--
-- No text ever stands under another name. An entry that leaves the conversation of its sender gets the sender's address,
-- and in a conversation in which that address takes no part it is a mail of somebody else.

create table conversation_participants (
  submission_id uuid not null references contact_submissions on delete cascade,
  address_key bytea not null
    constraint conversation_participants_key_sha256 check (octet_length(address_key) = 32),
  added_by uuid,
  added_at timestamptz not null default now(),
  primary key (submission_id, address_key)
);

comment on table conversation_participants is 'Senders whose mails are words of the customer''s side, beside the sender of the message.';
comment on column conversation_participants.submission_id is 'The message that began the conversation.';
comment on column conversation_participants.address_key is 'SHA-256 of the mailbox (`sender_key`).';
comment on column conversation_participants.added_by is 'The administrator, whose account may be deleted since.';
comment on column conversation_participants.added_at is 'Time at which the sender was added.';

alter table conversation_participants enable row level security, force row level security;
grant select on conversation_participants to backup;

create policy operator on conversation_participants to current_user using (true) with check (true);
create policy backup_reads on conversation_participants for select to backup using (true);

-- The changes that can be undone. `moved` has the ids and keys of the rows that went along, and the rows that were replaced.
create table conversation_moves (
  id uuid primary key default gen_random_uuid(),
  from_id uuid not null,
  to_id uuid not null references contact_submissions on delete cascade,
  submission jsonb,
  entry jsonb,
  moved jsonb not null,
  moved_at timestamptz not null default now()
);

create index conversation_moves_target on conversation_moves (to_id);
create index conversation_moves_moved_at on conversation_moves (moved_at);

comment on table conversation_moves is 'Joined conversations, moved entries and admitted senders of the last day, for their undo.';
comment on column conversation_moves.id is 'The id of the change.';
comment on column conversation_moves.from_id is 'The conversation from which entries were moved, which a join has deleted.';
comment on column conversation_moves.to_id is 'The conversation to which entries were moved.';
comment on column conversation_moves.submission is 'The row of the message that a join has deleted; null for other changes.';
comment on column conversation_moves.entry is 'The row of a moved entry as it was before; null for other changes.';
comment on column conversation_moves.moved is 'Ids and keys of the rows that the change concerns, by name.';
comment on column conversation_moves.moved_at is 'Time of the change.';

alter table conversation_moves enable row level security, force row level security;

create policy operator on conversation_moves to current_user using (true) with check (true);

insert into retention_rules (expiring_table, key_column, past_its_time) values
  ('conversation_moves', 'id', $$ moved_at < now() - interval '1 day' $$);

create function is_participant(submission uuid, address text) returns boolean
  language sql stable
  set search_path = 'public'
begin atomic
  select exists (
    select from conversation_participants where submission_id = submission and address_key = sender_key(address)
  );
end;

comment on function is_participant is 'Returns whether an administrator has added a sender to a conversation.';

-- The mails are locked first, as by the work on mails (0037), so the two never wait for each other.
create function lock_conversations(ids uuid[]) returns text
  language plpgsql
  set search_path = 'public'
as $$
begin
  perform from outgoing_mails where submission_id = any(ids) order by id for update;
  perform from contact_submissions where id = any(ids) order by id for update;
  return case
    when (select count(*) from contact_submissions where id = any(ids)) < cardinality(ids) then 'missing'
    when exists (select from contact_submissions where id = any(ids) and spam) then 'spam'
  end;
end
$$;

comment on function lock_conversations is
  'Locks conversations in a fixed order; returns missing if one does not exist, spam if one is spam, otherwise null.';

create function add_move_event(conversation contact_submissions, event text) returns uuid
  language sql
  set search_path = 'public'
begin atomic
  insert into conversation_entries (submission_id, kind, event, author, language)
  values (conversation.id, 'event', add_move_event.event, claim('sub')::uuid, conversation.language)
  returning id;
end;

comment on function add_move_event is 'Records in a conversation that entries were moved to it; returns the id of the event.';

create function admit_sender(submission uuid, entry uuid) returns table (outcome text, move uuid, target uuid)
  language plpgsql security definer rows 1
  set search_path = 'public'
as $$
declare
  conversation contact_submissions;
  new_sender bytea;
  is_new boolean;
  admitted uuid[];
begin
  if not is_admin() then return; end if;
  outcome := lock_conversations(array[submission]);
  select sender_key(from_address) into new_sender from conversation_entries
  where id = entry and submission_id = submission and sender = 'other';
  if outcome is null and not found then outcome := 'missing'; end if;
  if outcome is null then
    select * into conversation from contact_submissions where id = submission;
    insert into conversation_participants (submission_id, address_key, added_by)
    values (submission, new_sender, claim('sub')::uuid) on conflict do nothing;
    is_new := found;
    with changed as (
      update conversation_entries stored set sender = 'unverified', state = 'unanswered'
      where submission_id = submission and stored.sender = 'other' and sender_key(from_address) = new_sender
      returning id
    )
    select array_agg(id) into admitted from changed;
    insert into conversation_moves (from_id, to_id, moved)
    values (submission, submission, jsonb_build_object(
      'entries', to_jsonb(admitted), 'was_read', conversation.read, 'revision', conversation.revision + 1,
      'participants', case when is_new then jsonb_build_array(new_sender) else '[]' end))
    returning id into move;
    target := submission;
    perform refresh_conversations(array[submission], array[1], array[true], array[false]);
  end if;
  return next;
end
$$;

comment on function admit_sender is
  'Makes the sender of a mail of somebody else a participant, for administrators only; returns missing, spam, or the id of the change.';

-- A conversation of its own begins with the text of the entry. A text that is too long for a message also stays an entry. A
-- note never becomes a message, because the customer sees the message.
create function move_entry(submission uuid, entry uuid, to_id uuid, new_id uuid)
  returns table (outcome text, move uuid, target uuid)
  language plpgsql security definer rows 1
  set search_path = 'public'
as $$
declare
  original conversation_entries;
  origin contact_submissions;
  destination contact_submissions;
  writer text;
  is_entry boolean;
  is_known boolean;
begin
  if not is_admin() then return; end if;
  outcome := lock_conversations(array_remove(array[submission, to_id], null));
  select * into original from conversation_entries
  where id = entry and submission_id = submission and kind in ('customer', 'note');
  if outcome is null and not found then outcome := 'missing'; end if;
  if outcome is not null then
    return next;
    return;
  end if;
  select * into origin from contact_submissions where id = submission;
  -- A mail may have no address.
  writer := case
    when char_length(original.from_address) < 3 then unknown_sender()
    else coalesce(original.from_address, origin.email)
  end;
  target := coalesce(to_id, new_id);
  is_entry := to_id is not null or original.kind = 'note' or char_length(original.text) > 5000;
  if to_id is null then
    insert into contact_submissions (id, name, email, message, language, created_at)
    values (
      new_id, case when sender_key(writer) = sender_key(origin.email) then origin.name else left(writer, 200) end,
      left(writer, 254), case when original.kind = 'customer' then left(original.text, 5000) end,
      original.language, date_trunc('milliseconds', original.created_at)
    );
  end if;
  select * into destination from contact_submissions where id = target;

  update outgoing_mails set submission_id = target where id = entry and submission_id = submission;
  update attachments set submission_id = target, entry_id = case when is_entry then entry end where entry_id = entry;
  if not is_entry then
    delete from conversation_entries where id = entry;
  elsif original.kind = 'note' or (
    original.from_address is null and sender_key(writer) = sender_key(destination.email)
  ) then
    update conversation_entries set submission_id = target where id = entry;
  else
    is_known := sender_key(writer) = sender_key(destination.email) or is_participant(target, writer);
    update conversation_entries
    set submission_id = target, from_address = writer, state = case when is_known then 'unanswered' end,
      sender = case
        when not is_known then 'other' when sender = 'other' then 'unverified' else coalesce(sender, 'verified')
      end
    where id = entry;
  end if;

  insert into conversation_moves (from_id, to_id, entry, moved)
  values (submission, target, to_jsonb(original), jsonb_build_object(
    'created', move_entry.to_id is null, 'event', add_move_event(destination, 'moved'),
    'was_read', destination.read, 'revision', destination.revision + 1))
  returning id into move;
  perform refresh_conversations(
    array[submission, target], array[is_entry::integer, 0], array[false, original.kind = 'customer'], array[false, false]);
  perform refresh_conversation_texts(array[submission, target]);
  return next;
end
$$;

comment on function move_entry is
  'Moves a text of the customer or a note to a conversation, or to a new one with `new_id`, for administrators only; returns missing, spam, or the id of the change.';
grant execute on function admit_sender, move_entry to edge;

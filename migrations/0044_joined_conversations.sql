-- Joining conversations, and undoing a join, a move or an admission (0043). Everything of a conversation follows: entries,
-- files, mails, links, reply addresses and drafts.

-- A draft that its author has in both conversations becomes one. A note stays a note, so it never leaves by mail.
create function move_drafts(submission uuid, into_id uuid) returns jsonb
  language plpgsql
  set search_path = 'public'
as $$
declare
  draft conversation_drafts;
  earlier conversation_drafts;
  merged_revision integer;
  drafts jsonb := '[]';
begin
  for draft in select * from conversation_drafts where submission_id = submission loop
    select * into earlier from conversation_drafts where submission_id = into_id and account_id = draft.account_id;
    merged_revision := null;
    if draft.text <> '' then
      insert into conversation_drafts as stored (submission_id, account_id, kind, text, revision, saved_at)
      values (into_id, draft.account_id, draft.kind, draft.text, draft.revision, draft.saved_at)
      on conflict (submission_id, account_id) do update
      set kind = case when stored.text <> '' and stored.kind = 'note' then 'note' else excluded.kind end,
        text = concat_ws(e'\n\n', nullif(stored.text, ''), excluded.text), revision = stored.revision + 1,
        saved_at = greatest(stored.saved_at, excluded.saved_at)
      returning revision into merged_revision;
    end if;
    drafts := drafts || jsonb_build_object('draft', to_jsonb(draft), 'revision', merged_revision,
      'earlier', case when earlier.account_id is not null then to_jsonb(earlier) end);
  end loop;
  return drafts;
end
$$;

comment on function move_drafts is 'Moves the drafts of a conversation to another one; returns what restore_drafts needs.';

create function restore_drafts(submission uuid, into_id uuid, drafts jsonb) returns void
  language plpgsql
  set search_path = 'public'
as $$
declare
  item jsonb;
  draft conversation_drafts;
  earlier conversation_drafts;
begin
  for item in select value from jsonb_array_elements(drafts) loop
    draft := jsonb_populate_record(null::conversation_drafts, item -> 'draft');
    earlier := jsonb_populate_record(null::conversation_drafts, nullif(item -> 'earlier', 'null'));
    insert into conversation_drafts select draft.* where exists (select from accounts where id = draft.account_id);
    -- A draft that its author has changed since keeps its text.
    if earlier.account_id is null then
      delete from conversation_drafts
      where submission_id = into_id and account_id = draft.account_id and revision = (item ->> 'revision')::integer;
    else
      update conversation_drafts
      set text = earlier.text, kind = earlier.kind, revision = revision + 1, saved_at = earlier.saved_at
      where submission_id = into_id and account_id = draft.account_id and revision = (item ->> 'revision')::integer;
    end if;
  end loop;
end
$$;

comment on function restore_drafts is 'Undoes move_drafts, except for drafts that were changed since.';

-- The message becomes an entry with its id. Its other fields follow its text, unless the other message of the same sender
-- has them, too. `field_names` has the fields for each language, in their order: {column, name, options: {key: name}}.
create function join_conversations(submission uuid, into_id uuid, field_names jsonb) returns table (outcome text, move uuid, target uuid)
  language plpgsql security definer rows 1
  set search_path = 'public'
as $$
declare
  origin contact_submissions;
  destination contact_submissions;
  is_same boolean;
  body text;
  moved jsonb;
begin
  if not is_admin() then return; end if;
  outcome := lock_conversations(array[submission, into_id]);
  if outcome is null and exists (
    select from conversation_drafts draft join conversation_drafts other_draft using (account_id)
    where draft.submission_id = submission and other_draft.submission_id = into_id
      and char_length(draft.text) + char_length(other_draft.text) > 49990
  ) then outcome := 'draft_conflict'; end if;
  if outcome is not null then
    return next;
    return;
  end if;
  select * into origin from contact_submissions where id = submission;
  select * into destination from contact_submissions where id = into_id;
  is_same := sender_key(origin.email) = sender_key(destination.email);
  body := nullif(concat_ws(e'\n\n', origin.message, (
    select string_agg(concat_ws(': ', field ->> 'name', coalesce(field -> 'options' ->> value, value)), e'\n' order by place)
    from jsonb_array_elements(field_names -> origin.language) with ordinality listed (field, place),
      lateral (select to_jsonb(origin) ->> (field ->> 'column') as value) stored
    where value is not null and not (is_same and value is not distinct from to_jsonb(destination) ->> (field ->> 'column'))
  )), '');
  if body is null and exists (select from attachments where submission_id = submission and entry_id is null) then
    body := '…';
  end if;

  with
    named as (
      select id from conversation_entries
      where not is_same and submission_id = submission and kind = 'customer' and sender is null
    ),
    entries as (
      update conversation_entries set submission_id = into_id,
        sender = case when id in (select id from named) then 'verified' else sender end,
        from_address = case when id in (select id from named) then origin.email else from_address end
      where submission_id = submission returning id
    ),
    mails as (update outgoing_mails set submission_id = into_id where submission_id = submission returning id),
    receipts as (
      update contact_receipts set submission_id = into_id where submission_id = submission returning idempotency_key
    ),
    addresses as (
      update reply_addresses set submission_id = into_id, joined_from = coalesce(joined_from, submission)
      where submission_id = submission returning token_hash
    ),
    participants as (
      insert into conversation_participants (submission_id, address_key, added_by)
      select into_id, address_key, added_by from conversation_participants where submission_id = submission
      union select into_id, sender_key(origin.email), claim('sub')::uuid where not is_same
      on conflict do nothing returning address_key
    )
  select jsonb_build_object(
    'named', (select jsonb_agg(id) from named), 'entries', (select jsonb_agg(id) from entries),
    'mails', (select jsonb_agg(id) from mails), 'receipts', (select jsonb_agg(idempotency_key) from receipts),
    'addresses', (select jsonb_agg(token_hash) from addresses),
    'participants', (select jsonb_agg(address_key) from participants),
    'participant_rows', (select jsonb_agg(stored) from conversation_participants stored where submission_id = submission),
    'moves', (select jsonb_agg(stored) from conversation_moves stored where stored.to_id = origin.id),
    'was_read', destination.read
  ) into moved;
  moved := moved || jsonb_build_object('drafts', move_drafts(submission, into_id));
  if body is not null then
    insert into conversation_entries (id, submission_id, kind, text, language, state, sender, from_address, created_at)
    values (
      submission, into_id, 'customer', body, origin.language, 'unanswered', case when not is_same then 'unverified' end,
      case when not is_same then origin.email end, origin.created_at
    );
  end if;
  update attachments set submission_id = into_id, entry_id = coalesce(entry_id, submission)
  where submission_id = submission;
  delete from contact_submissions where id = submission;
  moved := moved || jsonb_build_object('event', add_move_event(destination, 'joined'));
  perform refresh_conversations(array[into_id], array[0], array[not origin.read], array[destination.read and origin.read]);
  perform refresh_conversation_texts(array[into_id]);
  insert into conversation_moves (from_id, to_id, submission, moved)
  select submission, into_id, to_jsonb(origin), moved || jsonb_build_object('revision', revision)
  from contact_submissions where id = into_id
  returning id into move;
  target := into_id;
  return next;
end
$$;

comment on function join_conversations is
  'Moves everything of a conversation to another one, for administrators only; returns missing, spam, draft_conflict, or the id of the change.';

create function undo_join(change conversation_moves) returns boolean
  language plpgsql
  set search_path = 'public'
as $$
declare
  moved constant jsonb := change.moved;
begin
  if exists (
    select from conversation_entries
    where (moved -> 'entries' ? id::text or id = change.from_id) and submission_id <> change.to_id
  ) then return false; end if;
  insert into contact_submissions
  select restored.* from jsonb_populate_record(null::contact_submissions, change.submission) restored;
  update conversation_entries
  set submission_id = change.from_id, sender = case when moved -> 'named' ? id::text then null else sender end,
    from_address = case when moved -> 'named' ? id::text then null else from_address end
  where submission_id = change.to_id and moved -> 'entries' ? id::text;
  update attachments set submission_id = change.from_id, entry_id = nullif(entry_id, change.from_id)
  where submission_id = change.to_id and (entry_id = change.from_id or moved -> 'entries' ? entry_id::text);
  delete from conversation_entries where id in (change.from_id, (moved ->> 'event')::uuid);
  update outgoing_mails set submission_id = change.from_id
  where submission_id = change.to_id and moved -> 'mails' ? id::text;
  update contact_receipts set submission_id = change.from_id
  where submission_id = change.to_id and moved -> 'receipts' ? idempotency_key::text;
  update reply_addresses set submission_id = change.from_id, joined_from = nullif(joined_from, change.from_id)
  where submission_id = change.to_id and moved -> 'addresses' ? token_hash::text;
  insert into conversation_participants
  select (jsonb_populate_recordset(null::conversation_participants, nullif(moved -> 'participant_rows', 'null'))).*;
  perform restore_drafts(change.from_id, change.to_id, moved -> 'drafts');
  insert into conversation_moves
  select (jsonb_populate_recordset(null::conversation_moves, nullif(moved -> 'moves', 'null'))).*;
  return true;
end
$$;

comment on function undo_join is 'Restores a joined conversation; returns false if one of its entries was moved on.';

create function undo_entry_move(change conversation_moves) returns boolean
  language plpgsql
  set search_path = 'public'
as $$
declare
  original constant conversation_entries := jsonb_populate_record(null::conversation_entries, change.entry);
  is_created constant boolean := (change.moved ->> 'created')::boolean;
  event_id constant uuid := (change.moved ->> 'event')::uuid;
  stored conversation_entries;
begin
  select * into stored from conversation_entries where id = original.id;
  if not exists (select from contact_submissions where id = change.from_id)
    or stored.submission_id <> change.to_id
    or (stored.id is null and not is_created)
    or (is_created and (
      exists (select from conversation_entries where submission_id = change.to_id and id not in (original.id, event_id))
      or exists (select from conversation_drafts where submission_id = change.to_id and text <> '')
    ))
  then return false; end if;
  if stored.id is null then
    insert into conversation_entries select original.*;
  else
    update conversation_entries
    set submission_id = change.from_id, sender = original.sender, from_address = original.from_address,
      state = original.state
    where id = original.id;
  end if;
  update attachments set submission_id = change.from_id, entry_id = original.id
  where submission_id = change.to_id and (is_created or entry_id = original.id);
  update outgoing_mails set submission_id = change.from_id where id = original.id and submission_id = change.to_id;
  delete from conversation_entries where id = event_id;
  if is_created then delete from contact_submissions where id = change.to_id; end if;
  return true;
end
$$;

comment on function undo_entry_move is
  'Moves an entry back; returns false if it was moved on, its conversation is gone, or that of its own has more entries.';

create function undo_move(move uuid) returns table (outcome text)
  language plpgsql security definer rows 1
  set search_path = 'public'
as $$
declare
  change conversation_moves;
  earlier record;
  is_undone boolean := true;
begin
  if not is_admin() then return; end if;
  select * into change from conversation_moves where id = move;
  perform lock_conversations(array[change.from_id, change.to_id]);
  -- Another administrator may have undone it, or joined its conversation, before the lock.
  select * into change from conversation_moves where id = move and moved_at > now() - interval '1 day';
  outcome := 'missing';
  if found then
    select
      (select read from contact_submissions where id = change.from_id) as is_from_read,
      read or (change.moved ->> 'was_read')::boolean and revision = (change.moved ->> 'revision')::integer as is_read
    into earlier from contact_submissions where id = change.to_id;
    if change.submission is not null then
      is_undone := undo_join(change);
    elsif change.entry is not null then
      is_undone := undo_entry_move(change);
    else
      update conversation_entries set sender = 'other', state = null
      where submission_id = change.to_id and change.moved -> 'entries' ? id::text;
    end if;
    outcome := case when is_undone then 'undone' else 'changed' end;
  end if;
  if outcome = 'undone' then
    delete from conversation_participants
    where submission_id = change.to_id and change.moved -> 'participants' ? address_key::text;
    delete from conversation_moves where id = move;
    perform refresh_conversations(
      array[change.from_id], array[(change.entry is not null)::integer], array[false], array[earlier.is_from_read]);
    perform refresh_conversations(
      array[change.to_id], array[(not change.moved ? 'event')::integer], array[false], array[earlier.is_read]);
    perform refresh_conversation_texts(array[change.from_id, change.to_id]);
  end if;
  return next;
end
$$;

comment on function undo_move is
  'Undoes a join, a move or an admission of the last day, for administrators only; returns undone, changed or missing.';
grant execute on function join_conversations, undo_move to edge;

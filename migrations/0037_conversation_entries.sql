-- Conversations. A message begins a conversation, and every later event is an entry: an answer by mail, a note among
-- administrators, the customer's reply, a change of state or owner. The text of an entry never changes. An answer that its
-- author takes back within ten seconds is deleted, and an administrator may move an entry to another conversation (0043).
--
-- `state` and `assignee` are what the entry sets. The conversation's own columns (0020) summarize its entries and are
-- recomputed with every entry, so taking an answer back restores the state and the owner from before it.
--
-- The id of an entry that is mailed is the id of its mail in the outbox (0027). `link_hash` belongs to the link to the conversation in
-- that mail. Without the hash the link opens nothing, so it can be revoked.

create table conversation_entries (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references contact_submissions on delete cascade,
  kind text not null
    constraint conversation_entries_kind_known check (kind in ('answer', 'note', 'customer', 'event')),
  event text
    constraint conversation_entries_event_known check (event in (
      'assigned', 'closed', 'reopened', 'awaiting', 'answered_by_whatsapp', 'answered_by_telephone', 'bounced', 'link_revoked',
      'automatic_reply', 'more_automatic_replies', 'joined', 'moved'
    )),
  author uuid,
  text text
    constraint conversation_entries_text_length check (char_length(text) between 1 and 200000),
  language text not null
    constraint conversation_entries_language_known check (language in ('es', 'en')),
  state text
    constraint conversation_entries_state_known check (state in ('unanswered', 'waiting', 'closed')),
  assignee uuid,
  delivery text
    constraint conversation_entries_delivery_known check (delivery in (
      'waiting', 'sent', 'delivered', 'bounced', 'complained', 'failed'
    )),
  sender text
    constraint conversation_entries_sender_known check (sender in ('verified', 'unverified', 'other')),
  from_address text,
  link_hash bytea
    constraint conversation_entries_link_sha256 check (octet_length(link_hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  constraint conversation_entries_event_named check ((kind = 'event') = (event is not null)),
  constraint conversation_entries_text_present check (
    (kind = 'event') = (text is null)
    or coalesce(event in ('automatic_reply', 'more_automatic_replies', 'bounced'), false)
  ),
  constraint conversation_entries_sender_of_mail check (
    case kind
      when 'customer' then (sender is null) = (from_address is null)
      else sender is null and (from_address is null or kind = 'event' and text is not null)
    end
  ),
  constraint conversation_entries_delivery_of_answer check ((kind = 'answer') = (delivery is not null))
);

create index conversation_entries_conversation on conversation_entries (submission_id, created_at, id);
create unique index conversation_entries_link_hash on conversation_entries (link_hash) where link_hash is not null;

comment on table conversation_entries is 'The entries of conversations after the first message.';
comment on column conversation_entries.id is 'The id of the entry, and of its mail: of an answer to the customer, of a reply to the company.';
comment on column conversation_entries.submission_id is 'The message that began the conversation.';
comment on column conversation_entries.kind is 'answer: a mail to the customer; note: seen by administrators only; customer: a reply of the customer; event: any other change.';
comment on column conversation_entries.event is 'The change that an event records; null for other entries.';
comment on column conversation_entries.author is 'The administrator, whose account may be deleted since; null for the customer and the edge''s own work.';
comment on column conversation_entries.text is 'The text as its author typed it; of an event, the text of the automatic mail, or null.';
comment on column conversation_entries.language is 'The language of the conversation.';
comment on column conversation_entries.state is 'The state that the entry sets; null if it sets none.';
comment on column conversation_entries.assignee is 'The owner that the entry sets; null in the event `assigned` for no owner, otherwise if it sets none.';
comment on column conversation_entries.delivery is 'The delivery of an answer; null for other entries.';
comment on column conversation_entries.sender is 'Of a received mail: verified or unverified, from the customer; other, from somebody else. Null for other entries.';
comment on column conversation_entries.from_address is 'The From address of a received mail; null for other entries.';
comment on column conversation_entries.link_hash is 'SHA-256 of the token of the link in the answer''s mail; null for other entries and once the link is revoked.';
comment on column conversation_entries.created_at is 'Time of the entry.';

alter table conversation_entries enable row level security, force row level security;
grant select, insert on conversation_entries to edge;
grant select on conversation_entries to backup;

-- Answers, replies and revocations enter through functions with the operator's rights.
create policy operator on conversation_entries to current_user using (true) with check (true);
create policy administrators_see on conversation_entries for select to edge using ((select is_admin()));
create policy administrators_add_their_own on conversation_entries for insert to edge
  with check (
    (select is_admin()) and author = (select claim('sub'))::uuid and link_hash is null
    and (kind = 'note' or event in (
      'assigned', 'closed', 'reopened', 'awaiting', 'answered_by_whatsapp', 'answered_by_telephone'
    ))
  );
create policy backup_reads on conversation_entries for select to backup using (true);

-- Entries from before the message belong to a conversation that was joined to it (0044). The message itself then has the
-- newer state, and was not answered yet.
create function refresh_conversations(ids uuid[], raised integer[], news boolean[], answered boolean[]) returns void
  language plpgsql
  set search_path = 'public'
as $$
begin
  -- A statement that waits for a row still reads the entries as they were before. Only the next one sees all of them.
  perform from contact_submissions where id = any(ids) order by id for no key update;
  update contact_submissions conversation
  set revision = conversation.revision + changed.entries,
    read = case when changed.is_news then false when changed.is_answered then true else conversation.read end,
    state = coalesce((
      select state from conversation_entries
      where submission_id = conversation.id and state is not null and created_at >= conversation.created_at
      order by created_at desc, id desc limit 1
    ), 'unanswered'),
    assignee = (
      select assignee from conversation_entries
      where submission_id = conversation.id and (assignee is not null or event = 'assigned')
      order by created_at desc, id desc limit 1
    ),
    first_answer_at = first_answer.created_at,
    first_answer_by = first_answer.author,
    answered_within_hour = coalesce(is_within_business_hour(conversation.created_at, first_answer.created_at), false),
    last_entry_at = greatest(conversation.created_at, (
      select max(created_at) from conversation_entries where submission_id = conversation.id
    ))
  from unnest(ids, raised, news, answered) changed (submission_id, entries, is_news, is_answered)
  left join lateral (
    select entry.created_at, entry.author
    from contact_submissions message join conversation_entries entry
      on entry.submission_id = message.id and entry.created_at >= message.created_at
    where message.id = changed.submission_id
      and (kind = 'answer' or event in ('answered_by_whatsapp', 'answered_by_telephone'))
    order by entry.created_at, entry.id limit 1
  ) first_answer on true
  where conversation.id = changed.submission_id;
end
$$;

comment on function refresh_conversations is
  'Updates the columns of conversations that follow from their entries. The arrays have, for each, how many entries changed, and whether it has news or was answered.';

-- The trigger has the operator's rights, because a customer who writes may not see the message.
create function summarize_conversations() returns trigger
  language plpgsql security definer
  set search_path = 'public'
as $$
declare
  changed record;
begin
  select array_agg(submission_id) as ids, array_agg(entries) as raised, array_agg(is_news) as news,
    array_agg(is_answered) as answered
  into changed
  from (
    select submission_id, count(*)::integer as entries,
      bool_or(kind = 'customer' or event = 'bounced') and tg_op = 'INSERT' as is_news,
      bool_or(kind = 'answer') and tg_op = 'INSERT' as is_answered
    from changed_rows group by submission_id
  ) conversations;
  perform refresh_conversations(changed.ids, changed.raised, changed.news, changed.answered);
  -- The text of a deleted entry has not to leave by mail any more. The mail of a moved entry names its new conversation.
  if tg_op = 'DELETE' then
    update outgoing_mails mail set given_up_at = now(), payload = null
    from changed_rows
    where mail.id = changed_rows.id and mail.submission_id = changed_rows.submission_id
      and mail.sent_at is null and mail.given_up_at is null;
  end if;
  return null;
end
$$;

comment on function summarize_conversations is
  'Updates the columns of a conversation that follow from its entries, and empties the waiting mails of deleted entries.';
grant execute on function summarize_conversations to edge;

create trigger summary_after_insert after insert on conversation_entries
  referencing new table as changed_rows for each statement execute function summarize_conversations();
create trigger summary_after_delete after delete on conversation_entries
  referencing old table as changed_rows for each statement execute function summarize_conversations();

-- The texts of entries are searched with those of their message (0023).
create function fold_entries(submission uuid) returns text
  language sql stable parallel safe
  set search_path = 'public'
  return (
    select string_agg(folded || e'\x01' || coalesce(dialled(folded) || e'\x01', ''), '' order by created_at, id)
    from conversation_entries, fold(text) folded
    where submission_id = submission and text is not null
  );

comment on function fold_entries is
  'Returns the searched text of the entries of a conversation, as fold_submission returns that of a message; null without any.';

create function refresh_conversation_texts(ids uuid[]) returns void
  language sql
  set search_path = 'public'
begin atomic
  delete from submission_texts where id = any(ids);
  insert into submission_texts (id, created_at, folded, keys)
  select id, created_at, folded, submission_keys(folded, created_at)
  from contact_submissions, concat(fold_submission(name, email, message, company, phone), fold_entries(id)) folded
  where id = any(ids);
end;

comment on function refresh_conversation_texts is 'Updates the searched texts of conversations.';

create function update_conversation_texts() returns trigger
  language plpgsql security definer
  set search_path = 'public'
as $$
begin
  perform refresh_conversation_texts(array(select distinct submission_id from changed_rows where text is not null));
  return null;
end
$$;

comment on function update_conversation_texts is 'Updates the searched texts of conversations whose entries were added or deleted.';
grant execute on function fold_entries, update_conversation_texts to edge;

create trigger texts_after_insert after insert on conversation_entries
  referencing new table as changed_rows for each statement execute function update_conversation_texts();
create trigger texts_after_delete after delete on conversation_entries
  referencing old table as changed_rows for each statement execute function update_conversation_texts();

-- An answer that the provider rejects or that bounces never reached the customer, so the conversation waits for the
-- company again. The trigger has the operator's rights, because the work on mails may not see conversations.
create function note_delivery() returns trigger
  language plpgsql security definer
  set search_path = 'public'
as $$
declare
  outcome constant text := case
    when new.bounced_at is not null then 'bounced'
    when new.complained_at is not null then 'complained'
    when new.delivered_at is not null then 'delivered'
    when new.sent_at is not null then 'sent'
    when coalesce(new.given_up_at, new.refused_at) is not null then 'failed'
    else 'waiting'
  end;
  answered record;
begin
  update conversation_entries entry set delivery = outcome
  from (select id, delivery from conversation_entries where id = new.id for update) earlier
  where entry.id = earlier.id and earlier.delivery <> outcome
  returning entry.submission_id, entry.language into answered;
  if not found then return null; end if;
  if outcome in ('bounced', 'failed') then
    insert into conversation_entries (submission_id, kind, event, language, state)
    values (answered.submission_id, 'event', 'bounced', answered.language, 'unanswered');
  else
    update inbox_totals set revision = revision + 1;
  end if;
  return null;
end
$$;

comment on function note_delivery is 'Stores the delivery of an answer, and reopens a conversation whose answer did not arrive.';
grant execute on function note_delivery to edge;

create trigger delivery_noted
  after update of sent_at, given_up_at, refused_at, delivered_at, bounced_at, complained_at on outgoing_mails
  for each row when (new.kind = 'answer') execute function note_delivery();

-- Names of administrators, for the authors of entries. Accounts are not visible to other accounts. The name is what an
-- administrator has entered for signatures, or the beginning of the address.
create function signature_line(original text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  return nullif(left(btrim(regexp_replace(original, '[\u0001-\u001f\u007f-\u009f]+', ' ', 'g')), 100), '');

comment on function signature_line is 'Returns a text as one line of at most 100 characters; null without any.';

create function account_name(address text, metadata jsonb) returns text
  language sql immutable parallel safe
  set search_path = ''
  return coalesce(public.signature_line(metadata ->> 'name'), split_part(address, '@', 1));

comment on function account_name is 'Returns the name under which other administrators and customers see an account.';

create function administrators_names() returns table (id uuid, name text)
  language plpgsql stable security definer rows 10
  set search_path = 'public'
as $$
begin
  if not is_admin() then return; end if;
  return query
    select accounts.id, account_name(accounts.email, accounts.user_metadata)
    from accounts join profiles on profiles.user_id = accounts.id
    where profiles.role = 'admin';
end
$$;

comment on function administrators_names is 'Returns the id and the name of each administrator, for administrators only.';

create function account_names(ids uuid[]) returns table (id uuid, name text)
  language plpgsql stable security definer rows 5
  set search_path = 'public'
as $$
begin
  if not is_admin() then return; end if;
  return query
    select accounts.id, account_name(accounts.email, accounts.user_metadata) from accounts where accounts.id = any(ids);
end
$$;

comment on function account_names is 'Returns the names of accounts that wrote entries, for administrators only.';
grant execute on function signature_line, account_name, administrators_names, account_names to edge;

-- Answers by mail. `store_answer` stores the answer with its mail in one transaction, for `send_answer` and for an
-- administrator who answers by mail (0042). The mail is due ten seconds later,
-- so its author can take it back with `take_answer_back`, which is true until the mail is leased for sending.
--
-- The author names the revision of the conversation that they saw. If the conversation has moved on, nothing is stored,
-- so two administrators never answer the same message without knowing of each other.
--
-- The mail has everything that its letter needs, because the work on mails may not see conversations. It quotes the
-- newest text of the customer.

create function store_answer(
  administrator uuid, submission uuid, entry uuid, answer text, seen_revision integer, is_final boolean, is_forced boolean,
  link jsonb
) returns text
  language plpgsql security definer
  set search_path = 'public'
as $$
declare
  conversation contact_submissions;
  existing conversation_entries;
  outcome text;
  quoted record;
begin
  select * into conversation from contact_submissions where id = submission for update;
  select * into existing from conversation_entries where id = entry;

  outcome := case
    when conversation.id is null then 'missing'
    -- A client that did not receive the response repeats the call.
    when existing.submission_id = submission and existing.author = administrator and existing.text = answer then 'stored'
    when existing.id is not null then 'idempotency_conflict'
    -- An answer that was taken back leaves its mail.
    when exists (select from outgoing_mails where id = entry) then 'taken_back'
    when exists (
      select from known_senders where sender = sender_key(conversation.email) and verdict = 'blocked'
    ) then 'blocked'
    when conversation.spam then 'spam'
    when conversation.revision <> seen_revision and not is_forced then 'moved'
  end;
  if outcome is not null then return outcome; end if;

  select text, created_at into quoted from conversation_entries
  where submission_id = submission and kind = 'customer' and sender is distinct from 'other'
    -- Words of another sender who takes part are not the customer's.
    and (from_address is null or sender_key(from_address) = sender_key(conversation.email))
    and created_at >= conversation.created_at
  order by created_at desc, id desc limit 1;
  insert into conversation_entries (id, submission_id, kind, author, text, language, state, assignee, delivery, link_hash)
  values (
    entry, submission, 'answer', administrator, answer, conversation.language,
    case when is_final then 'closed' else 'waiting' end,
    case when conversation.assignee is null then administrator end, 'waiting', decode(link ->> 'hash', 'hex')
  );
  -- Another window of the author may have stored another draft.
  update conversation_drafts set text = '', revision = conversation_drafts.revision + 1, saved_at = now()
  where submission_id = submission and account_id = administrator and conversation_drafts.text <> ''
    and starts_with(answer, conversation_drafts.text);
  insert into outgoing_mails (id, kind, submission_id, next_attempt_at, payload)
  select entry, 'answer', submission, now() + interval '10 seconds', jsonb_build_object(
    'to', conversation.email, 'language', conversation.language, 'submission_id', submission, 'entry_id', entry,
    'kid', link ->> 'kid', 'text', answer, 'author', account_name(email, user_metadata),
    'title', signature_line(user_metadata ->> 'title'),
    'quoted', coalesce(quoted.text, conversation.message),
    'quoted_at', coalesce(quoted.created_at, conversation.created_at)
  )
  from accounts where id = administrator;
  return 'stored';
end
$$;

comment on function store_answer is
  'Stores an answer of an administrator and its mail once for its id; returns stored, moved, blocked, spam, missing, taken_back or idempotency_conflict.';

create function send_answer(
  submission uuid, entry uuid, answer text, seen_revision integer, is_final boolean, is_forced boolean, link jsonb
) returns table (outcome text)
  language plpgsql security definer rows 1
  set search_path = 'public'
as $$
begin
  if not is_admin() then return; end if;
  outcome := store_answer(claim('sub')::uuid, submission, entry, answer, seen_revision, is_final, is_forced, link);
  return next;
end
$$;

comment on function send_answer is
  'Stores an answer as `store_answer` does, for administrators only; returns stored, moved, blocked, spam, missing, taken_back or idempotency_conflict.';

-- The mail is locked first, as by the work on mails, so the two never wait for each other.
create function take_answer_back(submission uuid, entry uuid) returns table (outcome text)
  language plpgsql security definer rows 1
  set search_path = 'public'
as $$
declare
  answer conversation_entries;
begin
  if not is_admin() then return; end if;
  perform from outgoing_mails where id = entry for update;
  select * into answer from conversation_entries where id = entry and submission_id = submission and kind = 'answer';
  if answer.id is null then
    outcome := 'missing';
  elsif answer.author is distinct from claim('sub')::uuid then
    outcome := 'forbidden';
  else
    -- A trigger empties the mail (0037). It stays, so a repeated call cannot send the answer after all.
    delete from conversation_entries where id = entry and exists (
      select from outgoing_mails where id = entry and attempts = 0 and given_up_at is null and next_attempt_at > now()
    );
    outcome := case when found then 'taken_back' else 'sent' end;
  end if;
  return next;
end
$$;

comment on function take_answer_back is
  'Deletes an answer that was not sent yet, for the administrator who wrote it; returns taken_back, sent, missing or forbidden.';

-- The customer keeps the mail, but its link opens nothing any more. A mail that still waits is sent without the link.
create function revoke_link(submission uuid, entry uuid) returns table (outcome text)
  language plpgsql security definer rows 1
  set search_path = 'public'
as $$
declare
  answer conversation_entries;
begin
  if not is_admin() then return; end if;
  perform from outgoing_mails where id = entry for update;
  update conversation_entries set link_hash = null
  where id = entry and submission_id = submission and link_hash is not null
  returning * into answer;
  outcome := 'missing';
  if found then
    insert into conversation_entries (submission_id, kind, event, author, language)
    values (submission, 'event', 'link_revoked', claim('sub')::uuid, answer.language);
    update outgoing_mails set payload = payload - 'kid'
    where id = entry and sent_at is null and given_up_at is null and payload ? 'kid';
    -- The mail of the link also has the reply address. The next mail gets another one.
    update reply_addresses set revoked_at = now()
    where submission_id = submission and role = 'customer' and revoked_at is null;
    outcome := 'revoked';
  end if;
  return next;
end
$$;

comment on function revoke_link is
  'Ends the link in the mail of an answer, for administrators only; returns revoked, or missing for an unknown or revoked link.';
grant execute on function send_answer, take_answer_back, revoke_link to edge;

-- The customer's page. The token of the link in an answer's mail shows the conversation without its notes and events.
-- Without a token nothing is found, whatever the claims.

create function linked_conversation(link bytea) returns table (
  submission_id uuid, language text, kind text, body text, author text, created_at timestamptz, files text[]
)
  language plpgsql stable security definer rows 20
  set search_path = 'public', 'pg_temp'
as $$
begin
  return query select conversation.id, conversation.language, item.kind, item.text, item.author, item.created_at,
    array(
      select name from attachments
      where attachments.submission_id = conversation.id
        and attachments.entry_id is not distinct from nullif(item.id, conversation.id)
      order by attachments.created_at
    )
  from conversation_entries linked
    join contact_submissions conversation on conversation.id = linked.submission_id,
    lateral (
      select conversation.id, 'customer' as kind, conversation.message as text, conversation.name as author, conversation.created_at
      union all
      select entry.id, entry.kind, entry.text,
        case
          when entry.kind <> 'customer' then account_name(account.email, account.user_metadata)
          when sender_key(entry.from_address) <> sender_key(conversation.email) then entry.from_address
          else conversation.name
        end,
        entry.created_at
      from conversation_entries entry left join accounts account on account.id = entry.author
      where entry.submission_id = conversation.id and entry.kind in ('answer', 'customer')
        -- An answer that its author can still take back is not shown.
        and entry.delivery is distinct from 'waiting'
        -- A mail of somebody else is not for the customer.
        and entry.sender is distinct from 'other'
    ) item
  where linked.link_hash = link and not conversation.spam
  order by item.created_at, item.id;
end
$$;

comment on function linked_conversation is 'Returns the texts of the conversation of a link, oldest first; no row for an unknown or revoked link.';

create function add_reply(link bytea, entry uuid, reply text, files jsonb, is_suspicious boolean, rates jsonb) returns integer
  language plpgsql security definer
  set search_path = 'public'
as $$
declare
  conversation contact_submissions;
  existing conversation_entries;
  rate record;
  counted_rate record;
begin
  select contact_submissions.* into conversation
  from contact_submissions join conversation_entries linked on linked.submission_id = contact_submissions.id
  where linked.link_hash = link and not contact_submissions.spam;
  if not found then return null; end if;
  perform from contact_submissions where id = conversation.id for update;

  select * into existing from conversation_entries where id = entry;
  if found then
    if existing.submission_id <> conversation.id or existing.text <> reply then return -1; end if;
    -- A browser without script may send the same reply again with a file that was forgotten.
    perform add_attachments(conversation.id, entry, (
      select coalesce(jsonb_agg(file), '[]') from jsonb_array_elements(files) file
      where not exists (
        select from attachments
        where entry_id = entry and name = file ->> 'name' and size = (file ->> 'size')::integer
      )
    ));
    return 0;
  end if;
  if used_files(files) then return -2; end if;
  for rate in select * from jsonb_to_recordset(rates) as limits (key text, seconds integer, free integer)
  loop
    select * into counted_rate from count_message(decode(rate.key, 'hex'), rate.seconds);
    if counted_rate.counted > rate.free then return counted_rate.seconds_left; end if;
  end loop;

  insert into conversation_entries (id, submission_id, kind, text, language, state)
  values (entry, conversation.id, 'customer', reply, conversation.language, 'unanswered');
  perform add_attachments(conversation.id, entry, files);
  -- The link is proof enough to store a suspicious reply. Only its notice is left out.
  if not is_suspicious then
    insert into outgoing_mails (id, kind, submission_id, payload, give_up_at)
    values (entry, 'reply_notice', conversation.id, jsonb_build_object(
      'submission_id', conversation.id, 'name', conversation.name, 'text', reply), now() + interval '3 days');
  end if;
  return 0;
end
$$;

comment on function add_reply is
  'Stores a reply of the customer once for its id; returns 0, the seconds to wait, -1 if the id belongs to another reply, -2 if a file belongs to another message, or null for an unknown or revoked link.';
grant execute on function linked_conversation, add_reply to edge;

-- Stores a contact message with everything that follows from it, in one call. Spam and floods stay out of the inbox and
-- no message is lost: a doubtful message goes to spam with its reasons, and one click brings it back. The edge reads
-- the message and finds its doubts. The rest is decided here, in the transaction that stores it: how many messages came
-- from the same network, with the same text or by the same proof, and whether administrators trust the sender.
--
-- `message` has the columns of contact_submissions. `screening` has
--   doubts  [{code, count?}] and their `weight`, as the edge found them; a weight of `spam_weight` is spam
--   rates   [{key, scope, seconds, free, most, code, weight}]: a message beyond the first `free` of a rate gets the
--           doubt. A message beyond `most` is not stored at all; null stores every message.
--   answer  the rates of the acknowledgement to the sender, beyond which none is sent; null for no acknowledgement
--   plan    the name of a plan on offer that the acknowledgement may state; the message's own text may be anything
-- The rates of one network, area or proof, or of all callers, have one `scope`. A message beyond a rate of one scope
-- counts against the other rates of that scope and against no other scope, so a flood from one network does not use up
-- the limit of all callers. In rates without a scope, the first that is exceeded is the last that counts.
--
-- `link` has the `hash` of the token of the sender's link in hexadecimal, and the `kid` of the key that it is derived from.
-- A repeated key returns the first answer. A message that was not stored returns `wait` in seconds alone.

create function take_message(
  message jsonb, key uuid, hash bytea, screening jsonb, link jsonb default null,
  out submission_id uuid, out body_hash bytea, out wait integer
)
  language plpgsql security definer
  set search_path = 'public'
as $$
declare
  new_id constant uuid := (message ->> 'id')::uuid;
  spam_weight constant integer := (screening ->> 'spam_weight')::integer;
  found_doubts jsonb := screening -> 'doubts';
  weight integer := (screening ->> 'weight')::integer;
  beyond integer := 0;
  exceeded text;
  rate record;
  counted_rate record;
  sender_verdict text;
  is_spam boolean;
begin
  insert into contact_receipts (idempotency_key, body_hash, submission_id, link_hash)
  values (key, hash, new_id, decode(link ->> 'hash', 'hex'))
  on conflict do nothing;
  if not found then
    select r.submission_id, r.body_hash into take_message.submission_id, take_message.body_hash
    from contact_receipts r where r.idempotency_key = key;
    return;
  end if;

  if used_files(coalesce(message -> 'files', '[]')) then
    wait := -1;
    delete from contact_receipts where idempotency_key = key;
    return;
  end if;

  for rate in
    select * from jsonb_to_recordset(screening -> 'rates')
      as limits (key text, scope text, seconds integer, free integer, most integer, code text, weight integer)
  loop
    exit when rate.scope is distinct from exceeded and exceeded is not null;
    select * into counted_rate from count_message(decode(rate.key, 'hex'), rate.seconds);
    if counted_rate.counted > rate.most then
      wait := counted_rate.seconds_left;
      delete from contact_receipts where idempotency_key = key;
      return;
    elsif counted_rate.counted > rate.free and exceeded is null then
      found_doubts := found_doubts || jsonb_build_object('code', rate.code, 'count', counted_rate.counted);
      beyond := rate.weight;
      exceeded := coalesce(rate.scope, '');
    end if;
  end loop;

  select verdict into sender_verdict from known_senders where sender = sender_key(message ->> 'email');
  if sender_verdict = 'trusted' and not found_doubts @> '[{"code": "trap"}]' then
    weight := 0;
  elsif sender_verdict = 'blocked' then
    found_doubts := found_doubts || jsonb_build_object('code', 'blocked');
    weight := spam_weight;
  end if;
  is_spam := weight + beyond >= spam_weight;

  submission_id := new_id;
  body_hash := hash;
  -- The columns that the sender fills in, and the columns that are decided here. Every mark, a boolean column, is false.
  insert into contact_submissions
  select columns.* from jsonb_populate_record(null::contact_submissions, message || (
    select jsonb_object_agg(attname, false) from pg_attribute
    where attrelid = 'contact_submissions'::regclass and atttypid = 'boolean'::regtype and not attisdropped
  ) || jsonb_build_object(
    'spam', is_spam, 'doubts', found_doubts, 'created_at', date_trunc('milliseconds', now()),
    'first_read_at', null, 'acknowledgement', null, 'state', 'unanswered', 'assignee', null, 'revision', 1,
    'first_answer_at', null, 'first_answer_by', null, 'last_entry_at', date_trunc('milliseconds', now())
  )) columns
  on conflict do nothing;
  if not found then return; end if;
  perform add_attachments(new_id, null, coalesce(message -> 'files', '[]'));
  if is_spam then return; end if;

  -- The notice stays valid for more than a day, because a flood may exceed the daily limit of mails.
  insert into outgoing_mails (id, kind, submission_id, payload, give_up_at)
  values (gen_random_uuid(), 'contact_notice', new_id, message, now() + interval '3 days');

  if beyond > 0 or jsonb_typeof(screening -> 'answer') <> 'array' then return; end if;
  for rate in
    select * from jsonb_to_recordset(screening -> 'answer') as limits (key text, seconds integer, free integer)
  loop
    select * into counted_rate from count_message(decode(rate.key, 'hex'), rate.seconds);
    if counted_rate.counted > rate.free then return; end if;
  end loop;
  insert into outgoing_mails (id, kind, submission_id, payload) values (gen_random_uuid(), 'contact_acknowledgement', new_id,
    jsonb_build_object(
      'to', message ->> 'email', 'language', message ->> 'language', 'service_type', message ->> 'service_type',
      'plan', screening ->> 'plan', 'meeting_day', message ->> 'meeting_day', 'meeting_part', message ->> 'meeting_part'
    ) || case when link is null then '{}' else jsonb_build_object('submission_id', new_id, 'kid', link ->> 'kid') end);
end
$$;

comment on function take_message is
  'Stores a contact message with its receipt, its doubts, its files and its mails, once for its key, or returns how long to wait; -1 if one of its files belongs to another message.';
grant execute on function take_message to edge;

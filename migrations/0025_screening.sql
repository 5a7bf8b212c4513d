-- What keeps spam and floods out of the inbox, without keeping anyone's message away: what is doubtful goes to spam, with its
-- reasons, and comes back by one click. The edge reads a message and says its doubts; the rest is decided here, in the
-- transaction that stores it: how many came from the same network, with the same text or by the same proof, and what
-- administrators have said of its sender. Three points of doubt are spam.
--
-- Of networks and senders there are hashes only. A count is forgotten once its time is over.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table contact_submissions
  add column doubts jsonb not null default '[]'
    constraint contact_submissions_doubts_list check (jsonb_typeof(doubts) = 'array');

comment on column contact_submissions.doubts is 'Why it may be spam: a list of {code, count}.';
comment on column contact_submissions.spam is 'Whether it is spam: by its doubts when it came, or as an administrator has said since.';

create table message_rates (
  key bytea primary key
    constraint message_rates_key_sha256 check (octet_length(key) = 32),
  counted integer not null
    constraint message_rates_counted check (counted > 0),
  ends_at timestamptz not null
);

create index message_rates_ends_at on message_rates (ends_at);

comment on table message_rates is 'How many messages came of one kind within some time.';
comment on column message_rates.key is 'SHA-256 of the kind and what it is about: a network, a text, a proof, an address.';
comment on column message_rates.counted is 'Messages since the first of them.';
comment on column message_rates.ends_at is 'When counting begins anew.';

alter table message_rates enable row level security;
alter table message_rates force row level security;
create policy operator on message_rates to current_user using (true) with check (true);

create table known_senders (
  sender bytea primary key
    constraint known_senders_sender_sha256 check (octet_length(sender) = 32),
  verdict text not null
    constraint known_senders_verdict_known check (verdict in ('trusted', 'blocked')),
  was_blocked boolean not null default false,
  decided_at timestamptz not null default now()
);

create index known_senders_decided_at on known_senders (decided_at);

comment on table known_senders is 'Senders of whom an administrator has said that they are no spam, or all of it.';
comment on column known_senders.sender is 'SHA-256 of the address in lower case.';
comment on column known_senders.verdict is 'trusted: what is doubtful is forgiven; blocked: all of it is spam.';
comment on column known_senders.was_blocked is 'Whether a trusted one was blocked before, which taking trust back brings again.';
comment on column known_senders.decided_at is 'When that was said last.';

alter table known_senders enable row level security;
alter table known_senders force row level security;
grant select, insert, update, delete on known_senders to edge;
create policy operator on known_senders to current_user using (true) with check (true);
create policy administrators on known_senders to edge
  using ((select is_admin())) with check ((select is_admin()));

create function sender_key(email text) returns bytea
  language sql immutable parallel safe
  return sha256(convert_to(lower(email), 'UTF8'));

comment on function sender_key is 'By which a sender is known.';

-- An administrator who takes a doubtful message out of spam says that its sender may write; putting one there takes that back, and
-- so does undoing. Senders are taken in one order, so that two who mark many messages wait for each other and never deadlock.
create function learn_of_senders() returns trigger
  language plpgsql security definer
  set search_path = 'public'
as $$
begin
  insert into known_senders (sender, verdict)
  select sender_key(email), 'trusted'
  from (
    select lower(email) as email, bool_or(exists (
      select from jsonb_array_elements(after_rows.doubts) doubt
      -- A point each, which alone no one would take for spam.
      where doubt ->> 'code' not in ('unproved', 'hurried', 'without_script')
    )) as was_doubtful
    from after_rows join before_rows using (id, email)
    where before_rows.spam and not after_rows.spam
    group by lower(email)
  ) freed
  where was_doubtful or exists (select from known_senders where sender = sender_key(email))
  order by 1
  on conflict (sender) do update set
    was_blocked = known_senders.was_blocked or known_senders.verdict = 'blocked', verdict = 'trusted', decided_at = now();

  with taken_back as (
    select sender from known_senders
    where verdict = 'trusted' and sender in (
      select sender_key(email) from after_rows join before_rows using (id, email)
      where after_rows.spam and not before_rows.spam
    )
    order by sender for update
  ), unknown_again as (
    delete from known_senders where not was_blocked and sender in (select sender from taken_back)
  )
  update known_senders set verdict = 'blocked', was_blocked = false, decided_at = now()
  where was_blocked and sender in (select sender from taken_back);
  return null;
end
$$;

comment on function learn_of_senders is 'Remembers what an administrator says of senders by marking messages.';

create trigger senders_learnt after update on contact_submissions
  referencing old table as before_rows new table as after_rows
  for each statement execute function learn_of_senders();

create function count_message(rate_key bytea, seconds integer, out counted integer, out seconds_left integer)
  language sql
  set search_path = 'public'
begin atomic
  insert into message_rates as known (key, counted, ends_at)
  values (rate_key, 1, clock_timestamp() + make_interval(secs => seconds))
  on conflict (key) do update set
    counted = case when known.ends_at <= clock_timestamp() then 1 else known.counted + 1 end,
    ends_at = case when known.ends_at <= clock_timestamp() then excluded.ends_at else known.ends_at end
  returning known.counted, greatest(1, ceil(extract(epoch from known.ends_at - clock_timestamp())))::integer;
end;

comment on function count_message is 'Counts a message under a key that holds for so many seconds: how many there are by now, and how long it still holds.';
revoke execute on function count_message from public;

-- Everything that one message leaves, in one call. `message` has the columns of contact_submissions. `screening` has
--   doubts     [{code, count?}] and their `weight`, as the edge found them; `spam_weight` of them are spam
--   rates      [{key, seconds, free, most, code, weight}]: a message that is beyond the first `free` of its rate has the doubt, and one
--              that is beyond `most` is not taken at all (null: it always is). The first that is exceeded is the last that counts:
--              who floods from one network does not use up what is everyone's
--   answer     the rates of a mail that tells its sender that it has arrived, beyond which there is none; null for none at all
-- The answer is the first one's for a repeated key; `wait` seconds alone when it was not taken.
create function take_message(
  message jsonb, key uuid, hash bytea, screening jsonb,
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
  rate record;
  known record;
  said text;
  is_spam boolean;
begin
  insert into contact_receipts (idempotency_key, body_hash, submission_id) values (key, hash, new_id)
  on conflict do nothing;
  if not found then
    select r.submission_id, r.body_hash into take_message.submission_id, take_message.body_hash
    from contact_receipts r where r.idempotency_key = key;
    return;
  end if;

  for rate in
    select * from jsonb_to_recordset(screening -> 'rates')
      as given (key text, seconds integer, free integer, most integer, code text, weight integer)
  loop
    select * into known from count_message(decode(rate.key, 'hex'), rate.seconds);
    if known.counted > rate.most then
      wait := known.seconds_left;
      delete from contact_receipts where idempotency_key = key;
      return;
    elsif known.counted > rate.free then
      found_doubts := found_doubts || jsonb_build_object('code', rate.code, 'count', known.counted);
      beyond := rate.weight;
      exit;
    end if;
  end loop;

  select verdict into said from known_senders where sender = sender_key(message ->> 'email');
  if said = 'trusted' and not found_doubts @> '[{"code": "trap"}]' then
    weight := 0;
  elsif said = 'blocked' then
    found_doubts := found_doubts || jsonb_build_object('code', 'blocked');
    weight := spam_weight;
  end if;
  is_spam := weight + beyond >= spam_weight;

  submission_id := new_id;
  body_hash := hash;
  -- Whatever columns a sender fills in, and the others here.
  insert into contact_submissions
  select given.* from jsonb_populate_record(null::contact_submissions, message || jsonb_build_object(
    'read', false, 'spam', is_spam, 'doubts', found_doubts, 'created_at', date_trunc('milliseconds', now()),
    'first_read_at', null
  )) given
  on conflict do nothing;
  if not found or is_spam then return; end if;

  -- It is worth telling for longer than a day: there may be more of them than a day's mails.
  insert into outgoing_mails (id, kind, payload, give_up_at)
  values (gen_random_uuid(), 'contact_notice', message, now() + interval '3 days');

  if beyond > 0 or jsonb_typeof(screening -> 'answer') <> 'array' then return; end if;
  for rate in
    select * from jsonb_to_recordset(screening -> 'answer') as given (key text, seconds integer, free integer)
  loop
    select * into known from count_message(decode(rate.key, 'hex'), rate.seconds);
    if known.counted > rate.free then return; end if;
  end loop;
  insert into outgoing_mails (id, kind, payload) values (gen_random_uuid(), 'contact_acknowledgement',
    jsonb_build_object('to', message ->> 'email', 'language', message ->> 'language'));
end
$$;

comment on function take_message is
  'Stores a contact message with its receipt, its doubts and its mails, once for its key; or says how long to wait.';
revoke execute on function take_message from public;
grant execute on function take_message to edge;

-- What keeps spam and floods out of the inbox, without keeping anyone's message away: what is doubtful goes to spam, with its
-- reasons, and comes back by one click. The edge reads a message and says its doubts; the rest is decided here, in the
-- transaction that stores it: how many came from the same network, with the same text or by the same proof, and what
-- administrators have said of its sender. Three points of doubt are spam.
--
-- Neither networks nor senders are kept, only hashes of them. A count is forgotten once its time is over.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table contact_submissions
  add column doubts jsonb not null default '[]'
    constraint contact_submissions_doubts_list check (jsonb_typeof(doubts) = 'array');

comment on column contact_submissions.doubts is 'Why it may be spam: a list of {code, count}.';

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
  decided_at timestamptz not null default now()
);

create index known_senders_decided_at on known_senders (decided_at);

comment on table known_senders is 'Senders of whom an administrator has said that they are no spam, or all of it.';
comment on column known_senders.sender is 'SHA-256 of the address in lower case.';
comment on column known_senders.verdict is 'trusted: what is doubtful is forgiven; blocked: all of it is spam.';
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

-- An administrator who takes a message out of spam says that its sender may write; putting one there takes that back.
create function learn_of_sender() returns trigger
  language plpgsql security definer
  set search_path = 'public'
as $$
begin
  if new.spam then
    delete from known_senders where sender = sender_key(new.email) and verdict = 'trusted';
  else
    insert into known_senders (sender, verdict) values (sender_key(new.email), 'trusted')
    on conflict (sender) do update set verdict = excluded.verdict, decided_at = now();
  end if;
  return null;
end
$$;

comment on function learn_of_sender is 'Remembers what an administrator says of a sender by marking a message.';

create trigger sender_learnt after update of spam on contact_submissions
  for each row when (new.spam <> old.spam) execute function learn_of_sender();

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
--   doubts     [{code, count?}] and their `weight`, as the edge found them
--   rates      [{key, seconds, free, most, code, weight}]: a message that is beyond the first `free` of its rate has the doubt, and one
--              that is beyond `most` is not taken at all (null: it always is)
--   answered   whether its sender is told that it has arrived, when no more doubts are found here; once a day
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
  written_by constant bytea := sender_key(message ->> 'email');
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
      wait := greatest(wait, known.seconds_left);
    elsif known.counted > rate.free and not found_doubts @> jsonb_build_array(jsonb_build_object('code', rate.code)) then
      found_doubts := found_doubts || jsonb_build_object('code', rate.code, 'count', known.counted);
      beyond := beyond + rate.weight;
    end if;
  end loop;
  if wait is not null then
    delete from contact_receipts where idempotency_key = key;
    return;
  end if;

  select verdict into said from known_senders where sender = written_by;
  if said = 'trusted' then
    weight := 0;
  elsif said = 'blocked' then
    found_doubts := found_doubts || jsonb_build_object('code', 'blocked');
    weight := 3;
  end if;
  is_spam := weight + beyond >= 3;

  submission_id := new_id;
  body_hash := hash;
  -- Whatever columns a sender fills in, and the others here.
  insert into contact_submissions
  select given.* from jsonb_populate_record(null::contact_submissions, message || jsonb_build_object(
    'read', false, 'spam', is_spam, 'doubts', found_doubts, 'created_at', date_trunc('milliseconds', now())
  )) given
  on conflict do nothing;
  if not found or is_spam then return; end if;

  insert into outgoing_mails (id, kind, payload) values (gen_random_uuid(), 'contact_notice', message);
  if (screening ->> 'answered')::boolean and beyond = 0 then
    select * into known from count_message(sha256(convert_to('answer to ', 'UTF8') || written_by), 86400);
    if known.counted = 1 then
      insert into outgoing_mails (id, kind, payload) values (gen_random_uuid(), 'contact_acknowledgement',
        jsonb_build_object('to', message ->> 'email', 'language', message ->> 'language'));
    end if;
  end if;
end
$$;

comment on function take_message is
  'Stores a contact message with its receipt, its doubts and its mails, once for its key; or says how long to wait.';
revoke execute on function take_message from public;
grant execute on function take_message to edge;

-- A sender's own link. The mail that tells senders that their message has arrived brings a link to it: it shows what is kept of
-- that message and erases it. Its token is derived from a key of the edge and the id of the message whenever it is mailed;
-- here is its hash, beside the receipt, which outlives the message: so the link still says that the message is gone. Who
-- does not know the token finds nothing, whatever the claims.
--
-- An erasure leaves the receipt, so that no retry brings the message back, and tells its sender by mail. The company is
-- told as well, where its notice may have left: that mail is in its mailbox, with all of the message.
-- squawk-ignore-file require-concurrent-index-creation

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table contact_receipts
  add column link_hash bytea
    constraint contact_receipts_link_sha256 check (octet_length(link_hash) = 32);

create unique index contact_receipts_link_hash on contact_receipts (link_hash) where link_hash is not null;

comment on column contact_receipts.link_hash is
  'SHA-256 of the token of the sender''s own link, which is never stored; null where there was no link yet.';

-- Checked in the next file.
alter table outgoing_mails drop constraint outgoing_mails_kind_known;
alter table outgoing_mails add constraint outgoing_mails_kind_known check (kind in (
  'contact_notice', 'contact_acknowledgement', 'erasure_notice', 'message_erased', 'delivery_alert',
  'confirm_sign_up', 'account_exists', 'recover', 'confirm_email_change', 'email_changed', 'password_changed',
  'account_deleted', 'passkeys_changed'
)) not valid;

create or replace function is_about_a_message(kind text) returns boolean
  language sql immutable parallel safe
  return kind in ('contact_notice', 'contact_acknowledgement', 'message_erased', 'erasure_notice');

-- The functions here leave those two, and no one else.
drop policy anyone_leaves_one_about_a_message on outgoing_mails;
create policy anyone_leaves_one_about_a_message on outgoing_mails for insert to edge
  with check (
    kind in ('contact_notice', 'contact_acknowledgement') and sent_at is null and given_up_at is null and attempts = 0
  );

-- As before, with `link`: the `hash` of its token in hexadecimal, and the `kid` of the key that it is derived from.
drop function take_message(jsonb, uuid, bytea, jsonb);

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
  rate record;
  known record;
  said text;
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
    jsonb_build_object('to', message ->> 'email', 'language', message ->> 'language')
      || case when link is null then '{}' else jsonb_build_object('submission_id', new_id, 'kid', link ->> 'kid') end);
end
$$;

comment on function take_message is
  'Stores a contact message with its receipt, its doubts and its mails, once for its key; or says how long to wait.';
revoke execute on function take_message from public;
grant execute on function take_message to edge;

create function linked_message(link bytea, out message jsonb, out kept_until timestamptz) returns setof record
  language sql stable security definer
  set search_path = 'public'
begin atomic
  select to_jsonb(kept) - 'id', kept.created_at + interval '24 months'
  from contact_receipts left join (
    select id, name, email, phone, company, service_type, source, message, language, created_at from contact_submissions
  ) kept on kept.id = submission_id
  where link_hash = link;
end;

comment on function linked_message is
  'What a sender''s link leads to and until when it is kept: nulls for a message that is gone, no row for an unknown link.';
revoke execute on function linked_message from public;
grant execute on function linked_message to edge;

create function erase_linked_message(link bytea) returns text
  language plpgsql security definer
  set search_path = 'public'
as $$
declare
  known record;
  erased record;
  held_back integer;
begin
  select submission_id into known from contact_receipts where link_hash = link;
  if not found then return 'unknown'; end if;
  delete from contact_submissions where id = known.submission_id
    returning id, email, language, created_at into erased;
  if not found then return 'gone'; end if;

  with emptied as (
    update outgoing_mails set given_up_at = now(), payload = null
    where kind = 'contact_notice' and payload ->> 'id' = erased.id::text and sent_at is null and given_up_at is null
    returning attempts
  )
  -- One that was tried may be with the provider.
  select count(*) filter (where attempts = 0) into held_back from emptied;
  insert into outgoing_mails (id, kind, payload) values (gen_random_uuid(), 'message_erased',
    jsonb_build_object('to', erased.email, 'language', erased.language, 'arrived_at', erased.created_at));
  if held_back = 0 then
    insert into outgoing_mails (id, kind, payload, give_up_at) values (gen_random_uuid(), 'erasure_notice',
      jsonb_build_object('submission_id', erased.id, 'arrived_at', erased.created_at), now() + interval '3 days');
  end if;
  insert into privacy_events (kind, asked_by, person, counts)
  values ('erased', 'sender', sender_key(erased.email), '{"contact_submissions": 1}');
  return 'erased';
end
$$;

comment on function erase_linked_message is
  'Erases the message that a sender''s link leads to, once: erased, gone, or unknown.';
revoke execute on function erase_linked_message from public;
grant execute on function erase_linked_message to edge;

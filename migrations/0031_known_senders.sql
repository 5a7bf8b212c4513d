-- Senders that administrators have decided about, by a hash of the mailbox. An administrator who moves a doubtful
-- message out of spam trusts its sender. Moving one into spam, or undoing, takes that back.

create table known_senders (
  sender bytea primary key
    constraint known_senders_sender_sha256 check (octet_length(sender) = 32),
  verdict text not null
    constraint known_senders_verdict_known check (verdict in ('trusted', 'blocked')),
  was_blocked boolean not null default false,
  decided_at timestamptz not null default now()
);

create index known_senders_decided_at on known_senders (decided_at);
create index known_senders_blocked on known_senders (decided_at desc, sender) where verdict = 'blocked';

comment on table known_senders is 'Senders that an administrator has trusted or blocked.';
comment on column known_senders.sender is 'SHA-256 of the mailbox (`counted_mailbox`).';
comment on column known_senders.verdict is 'trusted: doubts about a message do not count; blocked: every message is spam.';
comment on column known_senders.was_blocked is 'Whether a trusted sender was blocked before; taking the trust back blocks the sender again.';
comment on column known_senders.decided_at is 'Time of the last decision.';

alter table known_senders enable row level security, force row level security;
grant select, insert, update, delete on known_senders to edge;
grant select on known_senders to backup;

create policy operator on known_senders to current_user using (true) with check (true);
create policy administrators on known_senders to edge using ((select is_admin())) with check ((select is_admin()));
create policy backup_reads on known_senders for select to backup using (true);

create function sender_key(email text) returns bytea
  language sql immutable parallel safe
  return sha256(convert_to(counted_mailbox(email), 'UTF8'));

comment on function sender_key is 'Returns the hash that identifies a sender by the mailbox, without a tag.';

-- The table has no rows yet when this migration runs.
-- squawk-ignore require-concurrent-index-creation
create index contact_submissions_spam_senders on contact_submissions (sender_key(email), created_at desc, id desc)
  where spam;

-- Row-level security would prevent the index, because its function may not see a row before a policy has. So this
-- function checks the role first and then reads with the operator's rights.
create function spam_of_senders(senders bytea[]) returns table (sender bytea, newest_id uuid, email text, messages bigint)
  language plpgsql stable security definer
  set search_path = 'public'
as $$
begin
  if not is_admin() then return; end if;
  return query
    select asked_sender, newest.id, lower(newest.email), counted.messages
    from unnest(senders) asked_sender
      cross join lateral (
        select count(*) as messages from contact_submissions s where s.spam and sender_key(s.email) = asked_sender
      ) counted
      left join lateral (
        select s.id, s.email from contact_submissions s
        where s.spam and sender_key(s.email) = asked_sender order by s.created_at desc, s.id desc limit 1
      ) newest on true;
end
$$;

comment on function spam_of_senders is
  'Returns the newest message in spam of each sender, the sender''s address and the number of these messages, for administrators only.';
grant execute on function spam_of_senders to edge;

-- Rows are locked in one order, so two administrators who mark many messages wait for each other and never deadlock.
create function learn_of_senders() returns trigger
  language plpgsql security definer
  set search_path = 'public'
as $$
begin
  insert into known_senders (sender, verdict)
  select sender, 'trusted'
  from (
    select sender_key(email) as sender, bool_or(exists (
      select from jsonb_array_elements(after_rows.doubts) doubt
      -- These doubts say nothing about the sender.
      where doubt ->> 'code' not in (
        'unproved', 'hurried', 'without_script', 'turnstile_missing', 'mail_without_conversation'
      )
    )) as was_doubtful
    from after_rows join before_rows using (id, email)
    where before_rows.spam and not after_rows.spam
    group by sender_key(email)
  ) freed
  where was_doubtful or exists (select from known_senders where known_senders.sender = freed.sender)
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

comment on function learn_of_senders is 'Stores an administrator''s decision about senders when messages are marked.';
grant execute on function sender_key, learn_of_senders to edge;

create trigger senders_learnt after update on contact_submissions
  referencing old table as before_rows new table as after_rows for each statement execute function learn_of_senders();

insert into retention_rules (expiring_table, key_column, past_its_time) values
  ('known_senders', 'sender', $$ decided_at < now() - interval '24 months' $$);

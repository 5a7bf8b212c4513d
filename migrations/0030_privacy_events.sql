-- What was exported or erased of a person, and that it was: who has asked for it may want to be shown, and a backup that is
-- restored brings back what has to be erased again. It knows the person by a hash of the address only, so that nothing of
-- what was erased stays here. Like the audit of accounts it can only be added to, and retention alone removes; the events
-- of an account can be erased with their account.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table privacy_events (
  id uuid primary key default gen_random_uuid(),
  kind text not null
    constraint privacy_events_kind_known check (kind in ('exported', 'erased')),
  asked_by text not null
    constraint privacy_events_asked_by_known check (asked_by in ('operator', 'sender')),
  person bytea not null
    constraint privacy_events_person_sha256 check (octet_length(person) = 32),
  counts jsonb not null
    constraint privacy_events_counts_by_place check (jsonb_typeof(counts) = 'object'),
  created_at timestamptz not null default clock_timestamp()
);

create index privacy_events_created_at on privacy_events (created_at);

comment on table privacy_events is 'What was exported or erased of a person, append-only.';
comment on column privacy_events.id is 'Names the row.';
comment on column privacy_events.kind is 'What was done.';
comment on column privacy_events.asked_by is 'operator: by the command, for a whole person; sender: by the link in a mail, for one message.';
comment on column privacy_events.person is 'SHA-256 of the address in lower case.';
comment on column privacy_events.counts is 'How much there was, by place.';
comment on column privacy_events.created_at is 'When it was done.';

alter table privacy_events enable row level security;
alter table privacy_events force row level security;
create policy operator on privacy_events to current_user using (true) with check (true);

create or replace function keep_account_events() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  if tg_op = 'DELETE' and (
    public.claim('service') = 'retention'
    or (public.claim('service') = 'privacy' and tg_table_name = 'account_events')
  ) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

comment on function keep_account_events is
  'Refuses to change or remove what is in an audit; retention may remove, and privacy the events of accounts.';

create trigger privacy_events_append_only
  before update or delete on privacy_events
  for each row execute function keep_account_events();
create trigger privacy_events_no_truncate
  before truncate on privacy_events
  for each statement execute function keep_account_events();

-- Exports and erasures of personal data. A person may ask for proof, and a restored backup brings back data that has to
-- be erased again. An erasure starts with its receipt, so an interrupted one leaves a trace. The table knows the person
-- only by a hash of the address. Like the audit of accounts it is append-only, and retention alone may delete.

create table privacy_events (
  id uuid primary key default gen_random_uuid(),
  kind text not null
    constraint privacy_events_kind_known check (kind in ('exported', 'erasure_started', 'erased')),
  asked_by text not null
    constraint privacy_events_asked_by_known check (asked_by in ('operator', 'sender')),
  person bytea not null
    constraint privacy_events_person_sha256 check (octet_length(person) = 32),
  sender bytea
    constraint privacy_events_sender_sha256 check (octet_length(sender) = 32),
  counts jsonb not null
    constraint privacy_events_counts_by_place check (jsonb_typeof(counts) = 'object'),
  created_at timestamptz not null default clock_timestamp()
);

create index privacy_events_created_at on privacy_events (created_at);

comment on table privacy_events is 'Exports and erasures of personal data, append-only.';
comment on column privacy_events.id is 'The id of the event.';
comment on column privacy_events.kind is 'The kind of event; erasure_started without a later erased: the erasure was interrupted.';
comment on column privacy_events.asked_by is 'operator: by the command, for a whole person; sender: by the link in a mail, for one message.';
comment on column privacy_events.person is 'SHA-256 of the address in lower case, with its tag (`person_key`).';
comment on column privacy_events.sender is
  'SHA-256 of the mailbox, without a tag (`sender_key`), as in verdicts about senders; null if a sender asked.';
comment on column privacy_events.counts is 'Number of rows by place.';
comment on column privacy_events.created_at is 'Time of the event.';

alter table privacy_events enable row level security, force row level security;
grant select on privacy_events to backup;

create policy operator on privacy_events to current_user using (true) with check (true);
create policy backup_reads on privacy_events for select to backup using (true);

create trigger privacy_events_append_only
  before update or delete on privacy_events for each row execute function reject_audit_change();
create trigger privacy_events_no_truncate
  before truncate on privacy_events for each statement execute function reject_audit_change();

insert into retention_rules (expiring_table, key_column, past_its_time) values
  ('privacy_events', 'id', $$ created_at < now() - interval '24 months' $$);

-- An erasure cannot be undone, so it covers one address only. At some providers, `ana+web@` is not the mailbox `ana@`. The
-- verdict about a sender belongs to the whole mailbox.
create function person_key(email text) returns bytea
  language sql immutable parallel safe
  return sha256(convert_to(lower(email), 'UTF8'));

comment on function person_key is 'Returns the hash that identifies a person in the audit of privacy.';

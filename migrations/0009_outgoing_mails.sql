-- Mails to be sent. A row is written in the transaction of what it tells about, so that neither exists
-- without the other; it is claimed for an attempt by moving its next attempt into the future, and emptied once
-- the provider has it. The id is the provider's idempotency key: an answer that was lost sends nothing twice.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table outgoing_mails (
  id uuid primary key,
  kind text not null
    constraint outgoing_mails_kind_known check (kind in ('contact_notice')),
  payload jsonb,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  constraint outgoing_mails_payload_until_sent check ((payload is null) = (sent_at is not null))
);

create index outgoing_mails_due on outgoing_mails (next_attempt_at) where sent_at is null;

comment on table outgoing_mails is 'Mails waiting for the provider, and a trace of those it took.';
comment on column outgoing_mails.id is 'The provider''s idempotency key.';
comment on column outgoing_mails.kind is 'The message that is made of the payload.';
comment on column outgoing_mails.payload is 'What the message needs; removed once it is sent.';
comment on column outgoing_mails.attempts is 'How often it was claimed for sending.';
comment on column outgoing_mails.next_attempt_at is 'Not before this; moved on by every claim.';
comment on column outgoing_mails.sent_at is 'When the provider took it; null until then.';
comment on column outgoing_mails.created_at is 'When what it tells about happened.';

alter table outgoing_mails enable row level security;
alter table outgoing_mails force row level security;
grant select, insert, update on outgoing_mails to edge;

create policy operator on outgoing_mails to current_user using (true) with check (true);
create policy anyone_leaves_one on outgoing_mails for insert to edge
  with check (sent_at is null and attempts = 0);
create policy mail_service on outgoing_mails to edge
  using ((select claim('service')) = 'mail')
  with check ((select claim('service')) = 'mail');

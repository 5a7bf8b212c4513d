-- Mails to be sent. A row is written in the transaction of what it tells about, so that neither exists without the
-- other. An attempt leases it by moving its next attempt into the future, and empties it once the provider has it.
-- The id is the provider's idempotency key: an answer that was lost sends nothing twice. No row holds a token: the
-- mail names one and the key that its text is derived from when it is sent. A mail that cannot be delivered in time
-- is given up and emptied, because a link that no longer works, or news of yesterday, helps no one.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table outgoing_mails (
  id uuid primary key,
  kind text not null
    constraint outgoing_mails_kind_known check (kind in (
      'contact_notice', 'confirm_sign_up', 'account_exists', 'recover', 'confirm_email_change', 'email_changed',
      'password_changed', 'account_deleted'
    )),
  payload jsonb,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  give_up_at timestamptz not null default now() + interval '24 hours',
  sent_at timestamptz,
  given_up_at timestamptz,
  created_at timestamptz not null default now(),
  constraint outgoing_mails_sent_or_given_up check (sent_at is null or given_up_at is null),
  constraint outgoing_mails_payload_while_waiting
    check ((payload is not null) = (sent_at is null and given_up_at is null))
);

create index outgoing_mails_due on outgoing_mails (next_attempt_at) where sent_at is null;

comment on table outgoing_mails is 'Mails waiting for the provider, and a trace of those it took.';
comment on column outgoing_mails.id is 'The provider''s idempotency key.';
comment on column outgoing_mails.kind is 'The message that is made of the payload.';
comment on column outgoing_mails.payload is 'What the message needs; removed once it is sent or given up.';
comment on column outgoing_mails.attempts is 'How often an attempt to send it was made.';
comment on column outgoing_mails.next_attempt_at is 'Not before this; each attempt moves it on, and holds the mail until then.';
comment on column outgoing_mails.give_up_at is 'From when on it comes too late: its token has expired, or a day has passed.';
comment on column outgoing_mails.sent_at is 'When the provider took it; null until then.';
comment on column outgoing_mails.given_up_at is 'When it was given up; null unless it was.';
comment on column outgoing_mails.created_at is 'When what it tells about happened.';

alter table outgoing_mails enable row level security;
alter table outgoing_mails force row level security;
grant select, insert, update on outgoing_mails to edge;

create policy operator on outgoing_mails to current_user using (true) with check (true);
create policy anyone_leaves_a_contact_notice on outgoing_mails for insert to edge
  with check (kind = 'contact_notice' and sent_at is null and given_up_at is null and attempts = 0);
create policy auth_service_leaves_one on outgoing_mails for insert to edge
  with check (
    (select claim('service')) = 'auth' and kind <> 'contact_notice'
    and sent_at is null and given_up_at is null and attempts = 0
  );
create policy mail_service on outgoing_mails to edge
  using ((select claim('service')) = 'mail')
  with check ((select claim('service')) = 'mail');

-- Mails about accounts wait in the same outbox. What proves an address is not in a row: the mail names a token and the
-- key that its text is derived from when it is sent. A mail that cannot be delivered in time is given up and emptied,
-- because a link that no longer works, or news of yesterday, helps nobody. Mails about accounts are left by the edge's
-- own work on accounts only.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table outgoing_mails
  add column give_up_at timestamptz not null default now() + interval '24 hours',
  add column given_up_at timestamptz;

alter table outgoing_mails
  drop constraint outgoing_mails_kind_known,
  drop constraint outgoing_mails_payload_until_sent;
alter table outgoing_mails
  add constraint outgoing_mails_kind_known check (kind in (
    'contact_notice', 'confirm_sign_up', 'account_exists', 'recover', 'confirm_email_change', 'email_changed',
    'password_changed', 'account_deleted'
  )) not valid,
  add constraint outgoing_mails_sent_or_given_up check (sent_at is null or given_up_at is null) not valid,
  add constraint outgoing_mails_payload_while_waiting
    check ((payload is not null) = (sent_at is null and given_up_at is null)) not valid;

comment on column outgoing_mails.payload is 'What the message needs; removed once it is sent or given up.';
comment on column outgoing_mails.give_up_at is 'From when on it comes too late: its token has expired, or a day has passed.';
comment on column outgoing_mails.given_up_at is 'When it was given up; null unless it was.';

drop policy anyone_leaves_one on outgoing_mails;
create policy anyone_leaves_a_contact_notice on outgoing_mails for insert to edge
  with check (kind = 'contact_notice' and sent_at is null and given_up_at is null and attempts = 0);
create policy auth_service_leaves_one on outgoing_mails for insert to edge
  with check (
    (select claim('service')) = 'auth' and kind <> 'contact_notice'
    and sent_at is null and given_up_at is null and attempts = 0
  );

-- What became of a mail, and what tells of it. The provider says later whether a mail was delivered, came back or was
-- complained of; a sender of a contact message gets one as well, which says that it has arrived; and the company is told
-- by mail when its own mails do not arrive.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table outgoing_mails
  add column delivered_at timestamptz,
  add column bounced_at timestamptz,
  add column complained_at timestamptz;

comment on column outgoing_mails.delivered_at is 'When the provider handed it to its reader''s server; null unless it said so.';
comment on column outgoing_mails.bounced_at is 'When it came back for good; null unless the provider said so.';
comment on column outgoing_mails.complained_at is 'When its reader called it spam; null unless the provider said so.';

-- Checked in the next file.
alter table outgoing_mails drop constraint outgoing_mails_kind_known;
alter table outgoing_mails add constraint outgoing_mails_kind_known check (kind in (
  'contact_notice', 'contact_acknowledgement', 'delivery_alert', 'confirm_sign_up', 'account_exists', 'recover',
  'confirm_email_change', 'email_changed', 'password_changed', 'account_deleted'
)) not valid;

create function is_about_a_message(kind text) returns boolean
  language sql immutable parallel safe
  return kind in ('contact_notice', 'contact_acknowledgement');

comment on function is_about_a_message is 'Whether mails of a kind are about a contact message, not about an account or the mails themselves.';

drop policy anyone_leaves_a_contact_notice on outgoing_mails;
create policy anyone_leaves_one_about_a_message on outgoing_mails for insert to edge
  with check (is_about_a_message(kind) and sent_at is null and given_up_at is null and attempts = 0);
drop policy auth_service_leaves_one on outgoing_mails;
create policy auth_service_leaves_one on outgoing_mails for insert to edge
  with check (
    (select claim('service')) = 'auth' and not is_about_a_message(kind) and kind <> 'delivery_alert'
    and sent_at is null and given_up_at is null and attempts = 0
  );

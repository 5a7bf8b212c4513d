-- The queue of mails. A mail is inserted in the transaction of the event that it reports, so neither exists without the
-- other. An attempt leases the row by moving its next attempt into the future, and empties it once the provider has
-- accepted the mail. The id is the provider's idempotency key, so a lost answer never sends a mail twice. No row has a
-- token: the mail names the token and the key from which the edge derives it when it sends the mail. A mail that cannot
-- be sent in time is given up and emptied, because an expired link or old news helps no reader.
--
-- The provider later reports whether a mail was delivered, bounced or marked as spam. An acknowledgement that the provider
-- rejects or that bounces marks its message, until the provider accepts a retry.

create table outgoing_mails (
  id uuid primary key,
  class text,
  kind text not null
    constraint outgoing_mails_kind_known check (kind in (
      'contact_notice', 'contact_acknowledgement', 'answer', 'reply_notice', 'notice_digest', 'erasure_notice', 'message_erased', 'delivery_alert', 'canary',
      'confirm_sign_up', 'account_exists', 'recover', 'confirm_email_change', 'email_changed', 'password_changed',
      'account_deleted', 'passkeys_changed', 'administrator_invited'
    )),
  payload jsonb,
  submission_id uuid,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  give_up_at timestamptz not null default now() + interval '24 hours',
  sent_at timestamptz,
  given_up_at timestamptz,
  refused_at timestamptz,
  delivered_at timestamptz,
  bounced_at timestamptz,
  complained_at timestamptz,
  created_at timestamptz not null default now(),
  constraint outgoing_mails_sent_or_given_up check (sent_at is null or given_up_at is null),
  constraint outgoing_mails_payload_while_waiting
    check ((payload is not null) = (sent_at is null and given_up_at is null))
);

create index outgoing_mails_due on outgoing_mails (next_attempt_at) where sent_at is null and given_up_at is null;
create index outgoing_mails_sent_at on outgoing_mails (sent_at) where sent_at is not null;
create index outgoing_mails_digests on outgoing_mails (created_at) where class = 'digest';
create index outgoing_mails_ended_at on outgoing_mails (coalesce(sent_at, given_up_at));

comment on table outgoing_mails is 'The queue of mails, and a trace of the mails that were sent.';
comment on column outgoing_mails.id is 'The provider''s idempotency key.';
comment on column outgoing_mails.kind is 'The template of the mail.';
comment on column outgoing_mails.class is 'The part of the daily quota that the mail uses; null until the first run after its event.';
comment on column outgoing_mails.payload is 'The values of the template; null once the mail is sent or given up.';
comment on column outgoing_mails.submission_id is 'The conversation that a mail belongs to, also after a join (0044); null for other mails.';
comment on column outgoing_mails.attempts is 'Number of attempts to send the mail.';
comment on column outgoing_mails.next_attempt_at is 'Time of the next attempt; each attempt moves it on and leases the mail until then.';
comment on column outgoing_mails.give_up_at is 'Time from which the mail is too late: its token has expired, or a day has passed.';
comment on column outgoing_mails.sent_at is 'Time at which the provider accepted the mail; null until then.';
comment on column outgoing_mails.given_up_at is 'Time at which the mail was given up; null otherwise.';
comment on column outgoing_mails.refused_at is 'Time at which the provider last rejected this mail; null once it has accepted the mail.';
comment on column outgoing_mails.delivered_at is 'Time of the delivery to the reader''s server; null unless the provider reported it.';
comment on column outgoing_mails.bounced_at is 'Time at which the provider reported that the mail can never be delivered; null otherwise.';
comment on column outgoing_mails.complained_at is 'Time at which the reader marked the mail as spam; null unless the provider reported it.';
comment on column outgoing_mails.created_at is 'Time of the event that the mail reports.';

alter table outgoing_mails enable row level security, force row level security;
grant select, insert, update on outgoing_mails to edge;

create policy operator on outgoing_mails to current_user using (true) with check (true);
-- A service may insert the kinds of its policy. `take_message` (0032) and the functions of the synthetic message (0033) and of
-- the sender's link (0034) have the operator's rights.
create policy auth_service_leaves_one on outgoing_mails for insert to edge
  with check (
    (select claim('service')) = 'auth' and sent_at is null and given_up_at is null and attempts = 0 and kind in (
      'confirm_sign_up', 'account_exists', 'recover', 'confirm_email_change', 'email_changed', 'password_changed',
      'account_deleted', 'passkeys_changed', 'administrator_invited'
    )
  );
create policy mail_service_leaves_one on outgoing_mails for insert to edge
  with check ((select claim('service')) = 'mail' and kind in ('notice_digest', 'delivery_alert'));
create policy mail_service_reads on outgoing_mails for select to edge using ((select claim('service')) = 'mail');
create policy mail_service_changes on outgoing_mails for update to edge
  using ((select claim('service')) = 'mail') with check ((select claim('service')) = 'mail');

-- The trigger has the operator's rights, because the work on mails may not see messages.
create function mark_acknowledgement() returns trigger
  language plpgsql security definer
  set search_path = 'public'
as $$
begin
  update contact_submissions
  set acknowledgement = case when coalesce(new.bounced_at, new.refused_at) is not null then 'undelivered' end
  where id = new.submission_id;
  return null;
end
$$;

comment on function mark_acknowledgement is 'Stores at a message whether its acknowledgement reached the sender.';
grant execute on function mark_acknowledgement to edge;

create trigger acknowledgement_marked after update of refused_at, bounced_at on outgoing_mails
  for each row when (
    new.kind = 'contact_acknowledgement'
    and (coalesce(old.bounced_at, old.refused_at) is null) <> (coalesce(new.bounced_at, new.refused_at) is null)
  )
  execute function mark_acknowledgement();

insert into retention_rules (expiring_table, key_column, past_its_time) values
  ('outgoing_mails', 'id', $$ coalesce(sent_at, given_up_at) < now() - interval '30 days' $$);

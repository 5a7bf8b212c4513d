-- Faults of the company's own mails: its address bounces or complains, the provider rejects one mail or all of them, or
-- the daily limit is spent; or too many received mails belong to no conversation. A fault has one row while it lasts, however often it happens. The row is deleted when an
-- administrator dismisses it, or when mails arrive again. Administrators are told by mail at their own addresses,
-- because the company's address may be the fault.

create table mail_alerts (
  id uuid primary key,
  kind text not null
    constraint mail_alerts_kind_known check (kind in (
      'address_failing', 'address_complaining', 'mail_refused', 'provider_refusing', 'budget_spent', 'mails_limited'
    )),
  subject text not null
    constraint mail_alerts_subject_length check (char_length(subject) between 1 and 254),
  occurrences integer not null default 1
    constraint mail_alerts_occurrences_counted check (occurrences > 0),
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  constraint mail_alerts_once unique (kind, subject)
);

comment on table mail_alerts is 'Faults of the mails to the company, until they are mended.';
comment on column mail_alerts.id is 'The id of the alert.';
comment on column mail_alerts.kind is 'The fault: of an address of the company, of one mail, of the provider, of the daily limit, or of the limit of received mails.';
comment on column mail_alerts.subject is 'The company''s address, the provider''s name for its rejection, or the limit.';
comment on column mail_alerts.occurrences is 'Number of occurrences.';
comment on column mail_alerts.first_at is 'Time of the first occurrence.';
comment on column mail_alerts.last_at is 'Time of the last occurrence.';

alter table mail_alerts enable row level security, force row level security;
grant select, insert, update, delete on mail_alerts to edge;
grant select on mail_alerts to backup;

create policy operator on mail_alerts to current_user using (true) with check (true);
create policy mail_service on mail_alerts to edge
  using ((select claim('service')) = 'mail') with check ((select claim('service')) = 'mail');
create policy administrators_see on mail_alerts for select to edge using ((select is_admin()));
create policy administrators_remove on mail_alerts for delete to edge using ((select is_admin()));
create policy backup_reads on mail_alerts for select to backup using (true);

insert into retention_rules (expiring_table, key_column, past_its_time) values
  ('mail_alerts', 'id', $$ last_at < now() - interval '30 days' $$);

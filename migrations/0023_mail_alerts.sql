-- What is wrong with the company's own mails: its address lets them come back, the provider will not take one, or none at
-- all, or there are more than a day may have. There is one row as long as it is wrong, however often it happens; it goes when an administrator has seen to it, or
-- when mails arrive again. By mail the administrators are told, at their own addresses, because the company's may be what
-- is wrong.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table mail_alerts (
  id uuid primary key,
  kind text not null
    constraint mail_alerts_kind_known check (kind in (
      'address_failing', 'address_complaining', 'mail_refused', 'provider_refusing', 'budget_spent'
    )),
  subject text not null
    constraint mail_alerts_subject_length check (char_length(subject) between 1 and 254),
  occurrences integer not null default 1
    constraint mail_alerts_occurrences_counted check (occurrences > 0),
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  constraint mail_alerts_once unique (kind, subject)
);

comment on table mail_alerts is 'What is wrong with the mails to the company, until it is mended.';
comment on column mail_alerts.id is 'Names it to an administrator.';
comment on column mail_alerts.kind is 'What is wrong: an address of the company''s, one mail, the provider, or their number.';
comment on column mail_alerts.subject is 'The company''s address, what the provider calls its refusal, or how many mails a day may have.';
comment on column mail_alerts.occurrences is 'How often it has happened.';
comment on column mail_alerts.first_at is 'When it happened first.';
comment on column mail_alerts.last_at is 'When it happened last.';

alter table mail_alerts enable row level security;
alter table mail_alerts force row level security;
grant select, insert, update, delete on mail_alerts to edge;

create policy operator on mail_alerts to current_user using (true) with check (true);
create policy mail_service on mail_alerts to edge
  using ((select claim('service')) = 'mail')
  with check ((select claim('service')) = 'mail');
create policy administrators_see on mail_alerts for select to edge
  using ((select is_admin()));
create policy administrators_remove on mail_alerts for delete to edge
  using ((select is_admin()));

create function administrators_addresses() returns setof text
  language plpgsql stable security definer
  set search_path = 'public'
as $$
begin
  if claim('service') is distinct from 'mail' then
    raise exception 'only the work on mails may ask for addresses' using errcode = 'insufficient_privilege';
  end if;
  return query
    select accounts.email from accounts join profiles on profiles.user_id = accounts.id
    where profiles.role = 'admin' and accounts.email_confirmed_at is not null;
end
$$;

comment on function administrators_addresses is 'The addresses of the administrators'' accounts, for the claims of mails only.';

revoke execute on function administrators_addresses from public;
grant execute on function administrators_addresses to edge;

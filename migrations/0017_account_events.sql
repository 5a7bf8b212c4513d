-- The audit of accounts. The edge may insert rows and nothing else. A trigger also holds for the operator, so changing
-- the past takes a visible change of the schema. Retention may delete, and so may the erasure of a person, by the
-- claims of that work. The table has no secret and no address: a deleted account is an id. The database records a
-- change of role, whichever role makes it.

create table account_events (
  id uuid primary key default gen_random_uuid(),
  account_id uuid,
  kind text not null
    constraint account_events_kind_known check (kind in (
      'signed_up', 'confirmed', 'signed_in', 'sign_in_failed', 'signed_out', 'session_ended', 'refresh_reused',
      'recovery_requested', 'password_changed', 'email_change_requested', 'email_changed', 'role_changed',
      'account_deleted', 'limited', 'passkey_added', 'passkey_removed', 'recovery_codes_made', 'recovery_codes_removed',
      'sign_in_rules_changed', 'first_passkey_opened', 'administrator_invited'
    )),
  session_id uuid,
  client_address text
    constraint account_events_client_address_cut
    check (client_address ~ '^([0-9.]+/24|[0-9a-f:]+/48)$'),
  user_agent text
    constraint account_events_user_agent_length check (char_length(user_agent) <= 500),
  detail jsonb,
  created_at timestamptz not null default clock_timestamp()
);

create index account_events_account_id on account_events (account_id, created_at);
create index account_events_created_at on account_events (created_at);

comment on table account_events is 'The audit of accounts, append-only.';
comment on column account_events.id is 'The id of the event.';
comment on column account_events.account_id is 'The account, which may be deleted since; null for an address without an account.';
comment on column account_events.kind is 'The kind of event.';
comment on column account_events.session_id is 'The session in which the event happened, or which it concerns.';
comment on column account_events.client_address is 'Network of the client: the first 24 bits of IPv4, 48 of IPv6.';
comment on column account_events.user_agent is 'The browser''s User-Agent, cut at 500 characters.';
comment on column account_events.detail is 'Further facts of this kind of event; never a secret or an address.';
comment on column account_events.created_at is 'Time of the event.';

alter table account_events enable row level security, force row level security;
grant insert on account_events to edge;
grant select on account_events to backup;

create policy operator on account_events to current_user using (true) with check (true);
create policy auth_service_adds on account_events for insert to edge
  with check ((select claim('service')) = 'auth' and kind <> 'role_changed');
create policy backup_reads on account_events for select to backup using (true);

create function reject_audit_change() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and (
    public.claim('service') = 'retention'
    or (public.claim('service') = 'privacy' and tg_table_name in ('account_events', 'inbox_actions'))
  ) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

comment on function reject_audit_change is
  'Rejects changes and deletions in an audit table; retention may delete, and the erasure of a person the rows of an account.';

create trigger account_events_append_only
  before update or delete on account_events for each row execute function reject_audit_change();
create trigger account_events_no_truncate
  before truncate on account_events for each statement execute function reject_audit_change();

create function record_role_change() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  insert into public.account_events (account_id, kind, detail)
  values (new.user_id, 'role_changed', jsonb_build_object('role', new.role));
  return null;
end
$$;

comment on function record_role_change is 'Records a change of an account''s role in the audit.';
grant execute on function reject_audit_change, record_role_change to edge;

create trigger profiles_role_granted
  after insert on profiles for each row when (new.role <> 'user') execute function record_role_change();
create trigger profiles_role_changed after update of role on profiles
  for each row when (old.role is distinct from new.role) execute function record_role_change();

insert into retention_rules (expiring_table, key_column, past_its_time) values
  ('account_events', 'id', $$ created_at < now() - interval '12 months' $$);

-- What happened to accounts, to be read when something has to be found out later. Rows are only ever added: the edge
-- may insert and nothing else. A trigger holds for the operator too, so that changing the past takes a change of the
-- schema, in the open. Retention alone may delete, by the claim of its own work. It holds no secret and no address:
-- an account that is gone is an id. The database itself writes down a change of role, whichever role makes it.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table account_events (
  id uuid primary key default gen_random_uuid(),
  account_id uuid,
  kind text not null
    constraint account_events_kind_known check (kind in (
      'signed_up', 'confirmed', 'signed_in', 'sign_in_failed', 'signed_out', 'session_ended', 'refresh_reused',
      'recovery_requested', 'password_changed', 'email_change_requested', 'email_changed', 'role_changed',
      'account_deleted', 'limited'
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
comment on column account_events.id is 'Names the row.';
comment on column account_events.account_id is 'The account that it happened to, existing or not any more; null for an address without one.';
comment on column account_events.kind is 'What happened.';
comment on column account_events.session_id is 'The session that it happened in or to.';
comment on column account_events.client_address is 'Network that the call came from: the first 24 bits of IPv4, 48 of IPv6.';
comment on column account_events.user_agent is 'The browser as it named itself, cut at 500 characters.';
comment on column account_events.detail is 'What else is to be known of this kind; never a secret or an address.';
comment on column account_events.created_at is 'When it happened.';

alter table account_events enable row level security;
alter table account_events force row level security;
grant insert on account_events to edge;

create policy operator on account_events to current_user using (true) with check (true);
create policy auth_service_adds on account_events for insert to edge
  with check ((select claim('service')) = 'auth' and kind <> 'role_changed');

create function keep_account_events() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  if tg_op = 'DELETE' and public.claim('service') = 'retention' then
    return old;
  end if;
  raise exception 'account_events is append-only' using errcode = 'restrict_violation';
end
$$;

comment on function keep_account_events is 'Refuses to change or remove what is in the audit; retention may remove.';

create trigger account_events_append_only
  before update or delete on account_events
  for each row execute function keep_account_events();
create trigger account_events_no_truncate
  before truncate on account_events
  for each statement execute function keep_account_events();

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

comment on function record_role_change is 'Writes into the audit that an account has another role.';

create trigger profiles_role_granted
  after insert on profiles
  for each row when (new.role <> 'user') execute function record_role_change();
create trigger profiles_role_changed
  after update of role on profiles
  for each row when (old.role is distinct from new.role) execute function record_role_change();

-- The record of what administrators read, export and delete in the inbox. The edge adds a row in the same transaction and the same statement as the
-- action, so neither exists without the other. Like the audit of accounts this table is append-only: only retention removes rows, and the
-- operator who erases a person, of whose account none stays.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table inbox_actions (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  session_id uuid not null,
  action text not null
    constraint inbox_actions_action_known check (action in ('listed', 'read', 'exported', 'deleted')),
  submission_ids uuid[] not null
    constraint inbox_actions_submission_ids_present check (cardinality(submission_ids) between 1 and 2000),
  created_at timestamptz not null default clock_timestamp()
);

create index inbox_actions_created_at on inbox_actions (created_at);
create index inbox_actions_account_id on inbox_actions (account_id, created_at);

comment on table inbox_actions is 'The record of what administrators read, exported and deleted, append-only.';
comment on column inbox_actions.id is 'Names the row.';
comment on column inbox_actions.account_id is 'The administrator, whose account may be deleted since.';
comment on column inbox_actions.session_id is 'The session of the administrator.';
comment on column inbox_actions.action is 'listed: a page of the inbox; read: one message; exported: a page of the CSV file; deleted: one or many messages.';
comment on column inbox_actions.submission_ids is 'The messages, which may be deleted since.';
comment on column inbox_actions.created_at is 'When it was done.';

alter table inbox_actions enable row level security;
alter table inbox_actions force row level security;
grant insert on inbox_actions to edge;

create policy operator on inbox_actions to current_user using (true) with check (true);
create policy administrators_add_their_own on inbox_actions for insert to edge
  with check (
    (select is_admin())
    and account_id = (select claim('sub'))::uuid
    and session_id = (select claim('session_id'))::uuid
  );

create or replace function keep_account_events() returns trigger
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

comment on function keep_account_events is
  'Refuses to change or remove what is in an audit; retention may remove, and privacy what is of an erased account.';

create trigger inbox_actions_append_only
  before update or delete on inbox_actions
  for each row execute function keep_account_events();
create trigger inbox_actions_no_truncate
  before truncate on inbox_actions
  for each statement execute function keep_account_events();

insert into retention_rules (expiring_table, key_column, past_its_time) values
  ('inbox_actions', 'id', $$ created_at < now() - interval '12 months' $$);

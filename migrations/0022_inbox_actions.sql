-- The record of the messages that administrators read, export, delete and move to or from spam, and of the senders that
-- they block and unblock. The edge adds a row in the statement of the action, so neither exists without the other. A
-- conversation shows the actions on its message, which the index finds; lists of many messages are left out. Like the audit of accounts it is append-only: only retention deletes
-- rows, and the operator who erases a person.

create table inbox_actions (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  session_id uuid not null,
  action text not null
    constraint inbox_actions_action_known check (action in (
      'listed', 'read', 'exported', 'deleted', 'marked_spam', 'marked_not_spam', 'sender_blocked', 'sender_unblocked'
    )),
  submission_ids uuid[] not null
    constraint inbox_actions_submission_ids_present check (
      cardinality(submission_ids) <= 2000 and (cardinality(submission_ids) > 0 or action = 'sender_unblocked')
    ),
  created_at timestamptz not null default clock_timestamp()
);

create index inbox_actions_created_at on inbox_actions (created_at);
create index inbox_actions_submission_ids on inbox_actions using gin (submission_ids) where action <> 'listed';
create index inbox_actions_account_id on inbox_actions (account_id, created_at);

comment on table inbox_actions is 'The record of the messages that administrators read, exported, deleted and moved, append-only.';
comment on column inbox_actions.id is 'The id of the action.';
comment on column inbox_actions.account_id is 'The administrator, whose account may be deleted since.';
comment on column inbox_actions.session_id is 'The session of the administrator.';
comment on column inbox_actions.action is
  'listed: a page of the inbox; read: one message; exported: a page of the CSV file; deleted, marked_spam, marked_not_spam: one or many messages; sender_blocked: a message of the sender and those that moved; sender_unblocked: the newest message of the sender, if one is left.';
comment on column inbox_actions.submission_ids is 'The messages, which may be deleted since.';
comment on column inbox_actions.created_at is 'Time of the action.';

alter table inbox_actions enable row level security, force row level security;
grant select, insert on inbox_actions to edge;
grant select on inbox_actions to backup;

create policy operator on inbox_actions to current_user using (true) with check (true);
create policy administrators_add_their_own on inbox_actions for insert to edge
  with check (
    (select is_admin())
    and account_id = (select claim('sub'))::uuid
    and session_id = (select claim('session_id'))::uuid
  );
create policy administrators_see on inbox_actions for select to edge using ((select is_admin()));
create policy backup_reads on inbox_actions for select to backup using (true);

create trigger inbox_actions_append_only
  before update or delete on inbox_actions for each row execute function reject_audit_change();
create trigger inbox_actions_no_truncate
  before truncate on inbox_actions for each statement execute function reject_audit_change();

insert into retention_rules (expiring_table, key_column, past_its_time) values
  ('inbox_actions', 'id', $$ created_at < now() - interval '12 months' $$);

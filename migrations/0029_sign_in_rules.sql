-- What administrators have decided about how they sign in: one row. While it asks for passkeys, an administrator whose
-- session has shown none is an administrator no more for any policy, wherever the edge would have forgotten to ask.
--
-- Beside it the checks that the file before has widened are asked of every row, which takes no lock that anyone waits for.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table sessions validate constraint sessions_method_known;
alter table account_events validate constraint account_events_kind_known;
alter table outgoing_mails validate constraint outgoing_mails_kind_known;

create table sign_in_rules (
  only_one boolean primary key default true
    constraint sign_in_rules_only_one check (only_one),
  administrators_need_passkeys boolean not null default false,
  changed_at timestamptz not null default now()
);

insert into sign_in_rules default values;

comment on table sign_in_rules is 'How administrators have to sign in: one row.';
comment on column sign_in_rules.only_one is 'There is one row.';
comment on column sign_in_rules.administrators_need_passkeys is 'Whether a session of theirs counts only once it has shown a passkey or a recovery code.';
comment on column sign_in_rules.changed_at is 'When they last changed it.';

alter table sign_in_rules enable row level security;
alter table sign_in_rules force row level security;
grant select, update on sign_in_rules to edge;

create policy operator on sign_in_rules to current_user using (true) with check (true);
create policy signed_in_reads on sign_in_rules for select to edge
  using ((select claim('sub')) is not null);
create policy auth_service on sign_in_rules to edge
  using ((select claim('service')) = 'auth')
  with check ((select claim('service')) = 'auth');

create or replace function is_admin() returns boolean
  language sql stable
  set search_path = 'public'
  return exists (
    select from profiles
    where user_id = claim('sub')::uuid and role = 'admin'
  ) and (
    (claim('session_id') is null and not exists (select from sign_in_rules where administrators_need_passkeys))
    or exists (
      select from sessions
      where id = claim('session_id')::uuid
        and account_id = claim('sub')::uuid
        and ended_at is null
        and (verified_at is not null or not exists (select from sign_in_rules where administrators_need_passkeys))
    )
  );

comment on function is_admin is
  'Whether the caller is an administrator; where the claims name a session, it has to be living, and to have shown a passkey where the rules ask for one.';

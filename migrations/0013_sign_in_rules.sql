-- The rules for the sign-in of administrators: one row, which administrators change.

create table sign_in_rules (
  only_one boolean primary key default true
    constraint sign_in_rules_only_one check (only_one),
  administrators_need_passkeys boolean not null default false,
  changed_at timestamptz not null default now()
);

insert into sign_in_rules default values;

comment on table sign_in_rules is 'Rules for the sign-in of administrators, in one row.';
comment on column sign_in_rules.only_one is 'Always true: allows one row only.';
comment on column sign_in_rules.administrators_need_passkeys is
  'Whether an administrator''s session counts only after it has shown a passkey or a recovery code.';
comment on column sign_in_rules.changed_at is 'Time of the last change.';

alter table sign_in_rules enable row level security, force row level security;
grant select, update on sign_in_rules to edge;
grant select on sign_in_rules to backup;

create policy operator on sign_in_rules to current_user using (true) with check (true);
create policy signed_in_reads on sign_in_rules for select to edge using ((select claim('sub')) is not null);
create policy auth_service on sign_in_rules to edge
  using ((select claim('service')) = 'auth') with check ((select claim('service')) = 'auth');
create policy backup_reads on sign_in_rules for select to backup using (true);

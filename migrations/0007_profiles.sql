-- The role of each account. The edge can create a profile with the role `user`, together with its account, and can
-- change no profile. The operator makes administrators; an invitation does so by `accept_administrator_invitation`.
-- Every change of a role forgets the account's ways in (0018_administrators.sql).

create table profiles (
  user_id uuid primary key references accounts (id) on delete cascade,
  role text not null default 'user'
    constraint profiles_role_known check (role in ('admin', 'user')),
  seeded boolean not null default false,
  created_at timestamptz not null default now()
);

create index profiles_administrators on profiles (user_id) where role = 'admin';

comment on table profiles is 'The role of each account.';
comment on column profiles.user_id is 'The account.';
comment on column profiles.role is 'admin reads and handles contact messages; user does not.';
comment on column profiles.seeded is
  'Whether the setting ADMIN_EMAIL granted the role. Another ADMIN_EMAIL takes it back from an account without any sign-in.';
comment on column profiles.created_at is 'Time of the sign-up.';

alter table profiles enable row level security, force row level security;
grant select, insert on profiles to edge;
grant select on profiles to backup;

create policy operator on profiles to current_user using (true) with check (true);
create policy own_profile on profiles for select to edge using (user_id = (select claim('sub'))::uuid);
create policy auth_service_reads on profiles for select to edge using ((select claim('service')) = 'auth');
create policy auth_service_creates on profiles for insert to edge
  with check ((select claim('service')) = 'auth' and role = 'user');
create policy backup_reads on profiles for select to backup using (true);

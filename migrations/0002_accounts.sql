-- Someone who can sign in. The address is kept in lower case, so that one address is one account. The
-- password is an Argon2id hash in PHC notation, with its parameters. An account signs in only once its
-- address is confirmed.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table accounts (
  id uuid primary key,
  email text not null
    constraint accounts_email_unique unique
    constraint accounts_email_lower_case check (email = lower(email))
    constraint accounts_email_length check (char_length(email) between 3 and 254),
  password_hash text not null
    constraint accounts_password_hash_argon2id check (password_hash like '$argon2id$%'),
  email_confirmed_at timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table accounts is 'People who can sign in.';
comment on column accounts.id is 'The subject of its access tokens.';
comment on column accounts.email is 'Address in lower case.';
comment on column accounts.password_hash is 'Argon2id in PHC notation.';
comment on column accounts.email_confirmed_at is 'When the owner of the address confirmed it; null until then.';
comment on column accounts.last_sign_in_at is 'When a password was last accepted.';
comment on column accounts.created_at is 'When it signed up.';
comment on column accounts.updated_at is 'When its address or password last changed.';

alter table accounts enable row level security;
alter table accounts force row level security;
grant select, insert, update, delete on accounts to edge;

create policy operator on accounts to current_user using (true) with check (true);
create policy auth_service on accounts to edge
  using ((select claim('service')) = 'auth')
  with check ((select claim('service')) = 'auth');
create policy own_account on accounts for select to edge
  using (id = (select claim('sub'))::uuid);

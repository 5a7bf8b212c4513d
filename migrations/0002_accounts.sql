-- A user who can sign in. The address is kept in lower case, so that one address is one account. The password
-- is an Argon2id hash in PHC notation, with its parameters. An account signs in only once its address is
-- confirmed. Notices are written in the language that the user signed up in.
--
-- Metadata is what clients keep beside an account, such as a name to greet its owner with. The owner writes it:
-- nothing trusts it, and no right follows from it. Its limit is in bytes of compact JSON in UTF-8, which is what
-- clients send; PostgreSQL writes spaces between the parts.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create function json_size(value jsonb) returns integer
  language sql immutable
  set search_path = ''
  return octet_length(value::text)
    - regexp_count(regexp_replace(value::text, '"(\\.|[^"\\])*"', '', 'g'), ' ');

comment on function json_size is 'Bytes that a value takes as compact JSON in UTF-8.';

create table accounts (
  id uuid primary key,
  email text not null
    constraint accounts_email_unique unique
    constraint accounts_email_lower_case check (email = lower(email))
    constraint accounts_email_length check (char_length(email) between 3 and 254),
  password_hash text not null
    constraint accounts_password_hash_argon2id check (password_hash like '$argon2id$%'),
  language text not null default 'es'
    constraint accounts_language_known check (language in ('es', 'en')),
  user_metadata jsonb not null default '{}'
    constraint accounts_user_metadata_object check (jsonb_typeof(user_metadata) = 'object')
    constraint accounts_user_metadata_small check (json_size(user_metadata) <= 4096),
  email_confirmed_at timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table accounts is 'Users who can sign in.';
comment on column accounts.id is 'The subject of its access tokens.';
comment on column accounts.email is 'Address in lower case.';
comment on column accounts.password_hash is 'Argon2id in PHC notation.';
comment on column accounts.language is 'Language of the page that it signed up on.';
comment on column accounts.user_metadata is 'What its owner''s clients keep there; says nothing about rights.';
comment on column accounts.email_confirmed_at is 'When the owner of the address confirmed it; null until then.';
comment on column accounts.last_sign_in_at is 'When a password was last accepted.';
comment on column accounts.created_at is 'When it signed up.';
comment on column accounts.updated_at is 'When its address, password or metadata last changed.';

alter table accounts enable row level security;
alter table accounts force row level security;
grant select, insert, update, delete on accounts to edge;

create policy operator on accounts to current_user using (true) with check (true);
create policy auth_service on accounts to edge
  using ((select claim('service')) = 'auth')
  with check ((select claim('service')) = 'auth');
create policy own_account on accounts for select to edge
  using (id = (select claim('sub'))::uuid);

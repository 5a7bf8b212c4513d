-- Accounts. The address is stored in lower case, so one address is one account. The password is an Argon2id hash in PHC
-- notation, which includes its parameters. An account can sign in once its address is confirmed. Mails are written in
-- the language that the user signed up in.
--
-- Clients store user metadata in an account, such as a name for a greeting. The user can change it, so no right may
-- follow from it. Its size limit counts bytes of compact JSON in UTF-8, as clients send it; PostgreSQL writes spaces
-- between the parts.
--
-- `first_passkey_until` limits the enrolment of a first passkey. While administrators need passkeys, an account without
-- a passkey and without an unused recovery code has one factor only, because its mailbox can replace its password. So
-- the operator or another administrator, who has shown a passkey, opens the first enrolment for 24 hours. When the rule
-- begins, `passkey_grace_until` gives 24 hours to administrators without a passkey.
--
-- `password_recovered_at` delays a first passkey by a day, because the mailbox alone must not become a passkey.
--
-- The default of `password_hash` is the hash of an unknown password: the account has no password. The edge compares
-- with the same constant (`functions/accounts/passwords/passwords.ts`).

create function json_size(value jsonb) returns integer
  language sql immutable
  set search_path = ''
  return octet_length(value::text)
    - regexp_count(regexp_replace(value::text, '"(\\.|[^"\\])*"', '', 'g'), ' ');

comment on function json_size is 'Returns the size of a value as compact JSON in UTF-8, in bytes.';
grant execute on function json_size to edge;

create table accounts (
  id uuid primary key,
  email text not null
    constraint accounts_email_unique unique
    constraint accounts_email_lower_case check (email = lower(email))
    constraint accounts_email_length check (char_length(email) between 3 and 254),
  password_hash text not null
    default '$argon2id$v=19$m=19456,t=2,p=1$6FihrDY/PSOzcDBo6DSpsQ$2sLhFpl1YXOZChrx2kfe3qUYfg+eXmocc07G4rOzsHc'
    constraint accounts_password_hash_argon2id check (password_hash like '$argon2id$%'),
  language text not null default 'es'
    constraint accounts_language_known check (language in ('es', 'en')),
  user_metadata jsonb not null default '{}'
    constraint accounts_user_metadata_object check (jsonb_typeof(user_metadata) = 'object')
    constraint accounts_user_metadata_small check (json_size(user_metadata) <= 4096),
  email_confirmed_at timestamptz,
  last_sign_in_at timestamptz,
  first_passkey_until timestamptz,
  passkey_grace_until timestamptz,
  password_recovered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index accounts_unconfirmed on accounts (created_at) where email_confirmed_at is null;

comment on table accounts is 'Accounts of users who can sign in.';
comment on column accounts.id is 'The subject (`sub`) of the account''s access tokens.';
comment on column accounts.email is 'Address in lower case.';
comment on column accounts.password_hash is 'Argon2id hash in PHC notation; the default until the owner has chosen a password.';
comment on column accounts.language is 'Language of the page on which the user signed up.';
comment on column accounts.user_metadata is 'Data that the user''s clients store; it grants no right.';
comment on column accounts.email_confirmed_at is 'Time at which the user confirmed the address; null until then.';
comment on column accounts.last_sign_in_at is 'Time of the last sign-in.';
comment on column accounts.first_passkey_until is
  'End of the time in which the account may add its first passkey while administrators need one; null if it was not opened.';
comment on column accounts.passkey_grace_until is
  'End of the time in which an administrator without a passkey is exempt from the rule that demands one; null without an exemption.';
comment on column accounts.password_recovered_at is
  'Time at which the password was last set with the mailbox as the only proof; null if it never was.';
comment on column accounts.created_at is 'Time of the sign-up.';
comment on column accounts.updated_at is 'Time of the last change of address, password or metadata.';

alter table accounts enable row level security, force row level security;
grant select, insert, update, delete on accounts to edge;
grant select on accounts to backup;

create policy operator on accounts to current_user using (true) with check (true);
create policy auth_service on accounts to edge
  using ((select claim('service')) = 'auth') with check ((select claim('service')) = 'auth');
create policy own_account on accounts for select to edge using (id = (select claim('sub'))::uuid);
create policy backup_reads on accounts for select to backup using (true);

-- An unspent token means that the user has signed up again and may be about to open the mail. Until the token has
-- expired, spent or not, a sign-in is answered as for an address with an account.
insert into retention_rules (expiring_table, key_column, past_its_time) values ('accounts', 'id', $$
    email_confirmed_at is null and created_at < now() - interval '7 days'
    and not exists (select from one_time_tokens where account_id = accounts.id and expires_at > now())
  $$);

-- Passkeys (WebAuthn): the public half of a key that the user's device holds and uses only after it has verified the
-- user.

create table passkeys (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  credential_id bytea not null
    constraint passkeys_credential_id_unique unique
    constraint passkeys_credential_id_length check (octet_length(credential_id) between 16 and 1023),
  public_key bytea not null
    constraint passkeys_public_key_length check (octet_length(public_key) between 32 and 2048),
  sign_count bigint not null
    constraint passkeys_sign_count_unsigned check (sign_count between 0 and 4294967295),
  transports text[] not null default '{}'
    constraint passkeys_transports_few check (cardinality(transports) <= 10),
  name text
    constraint passkeys_name_length check (char_length(name) between 1 and 120),
  trusted_from timestamptz not null default now() + interval '24 hours',
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create index passkeys_account_id on passkeys (account_id);

comment on table passkeys is 'Public keys of the passkeys with which users sign in.';
comment on column passkeys.id is 'The id of the passkey in the API.';
comment on column passkeys.account_id is 'The account that signs in with the passkey.';
comment on column passkeys.credential_id is 'The id that the authenticator gave the credential.';
comment on column passkeys.public_key is 'The public key in COSE (RFC 9052).';
comment on column passkeys.sign_count is 'Number of signatures as the authenticator reports it; 0 if it does not count.';
comment on column passkeys.transports is 'Transports of the authenticator, as the browser reported them: a hint for the next sign-in.';
comment on column passkeys.name is 'The user''s name for the passkey, or the product that stores it; null if neither is known.';
comment on column passkeys.trusted_from is
  'Time from which the passkey stands in for the password: a day after it was added, or at once if the password was given then.';
comment on column passkeys.created_at is 'Time at which the passkey was added.';
comment on column passkeys.last_used_at is 'Time of the last sign-in with the passkey.';

alter table passkeys enable row level security, force row level security;
grant select, insert, update, delete on passkeys to edge;
grant select on passkeys to backup;

create policy operator on passkeys to current_user using (true) with check (true);
create policy auth_service on passkeys to edge
  using ((select claim('service')) = 'auth') with check ((select claim('service')) = 'auth');
create policy backup_reads on passkeys for select to backup using (true);

-- Passkeys (WebAuthn): a key that the user's device holds and uses only once it has recognised its user. Here is its public
-- half, which opens nothing. An answer to a challenge counts once: challenges are signed and not stored, and a passkey
-- remembers the newest that it has answered. Recovery codes stand in for a passkey that is lost: each works once, and is
-- as long as a key, so that its hash tells nothing.
--
-- `sessions.verified_at` says that the user of a session has shown one of them there. Administrators may decide that only such
-- a session of theirs counts: then a stolen password opens no message.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

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
  answered_until timestamptz not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create index passkeys_account_id on passkeys (account_id);

comment on table passkeys is 'Public halves of the keys that users sign in with.';
comment on column passkeys.id is 'Names the row.';
comment on column passkeys.account_id is 'The user who signs in with it.';
comment on column passkeys.credential_id is 'Its name, given by the authenticator.';
comment on column passkeys.public_key is 'In COSE (RFC 9052).';
comment on column passkeys.sign_count is 'How often it has signed, as it says; 0 where it does not count.';
comment on column passkeys.transports is 'How its authenticator is reached, as the browser said: a hint for the next time.';
comment on column passkeys.name is 'What its owner calls it, or the product that keeps it; null where nothing is known.';
comment on column passkeys.answered_until is 'When the newest challenge that it answered was made: it answers none of before.';
comment on column passkeys.created_at is 'When it was added.';
comment on column passkeys.last_used_at is 'When it was last signed in with.';

alter table passkeys enable row level security;
alter table passkeys force row level security;
grant select, insert, update, delete on passkeys to edge;

create policy operator on passkeys to current_user using (true) with check (true);
create policy auth_service on passkeys to edge
  using ((select claim('service')) = 'auth')
  with check ((select claim('service')) = 'auth');

create table recovery_codes (
  code_hash bytea primary key
    constraint recovery_codes_hash_sha256 check (octet_length(code_hash) = 32),
  account_id uuid not null references accounts (id) on delete cascade,
  used_at timestamptz,
  created_at timestamptz not null default now()
);

create index recovery_codes_account_id on recovery_codes (account_id);

comment on table recovery_codes is 'Codes that stand in for a lost passkey, hashed.';
comment on column recovery_codes.code_hash is 'SHA-256 of the code, which has 120 random bits; the code itself is never stored.';
comment on column recovery_codes.account_id is 'The user whom it stands for.';
comment on column recovery_codes.used_at is 'When it was used; null until then.';
comment on column recovery_codes.created_at is 'When it was made.';

alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
grant select, insert, update, delete on recovery_codes to edge;

create policy operator on recovery_codes to current_user using (true) with check (true);
create policy auth_service on recovery_codes to edge
  using ((select claim('service')) = 'auth')
  with check ((select claim('service')) = 'auth');

-- Checked in the next file.
alter table sessions add column verified_at timestamptz;
comment on column sessions.verified_at is 'When its user last showed a passkey or a recovery code in it; null until then.';
alter table sessions drop constraint sessions_method_known;
alter table sessions add constraint sessions_method_known check (method in (
  'password', 'signup', 'recovery', 'email_change', 'passkey', 'recovery_code'
)) not valid;

alter table account_events drop constraint account_events_kind_known;
alter table account_events add constraint account_events_kind_known check (kind in (
  'signed_up', 'confirmed', 'signed_in', 'sign_in_failed', 'signed_out', 'session_ended', 'refresh_reused',
  'recovery_requested', 'password_changed', 'email_change_requested', 'email_changed', 'role_changed',
  'account_deleted', 'limited', 'passkey_added', 'passkey_removed', 'recovery_codes_made', 'recovery_codes_removed',
  'sign_in_rules_changed'
)) not valid;

alter table outgoing_mails drop constraint outgoing_mails_kind_known;
alter table outgoing_mails add constraint outgoing_mails_kind_known check (kind in (
  'contact_notice', 'contact_acknowledgement', 'delivery_alert', 'confirm_sign_up', 'account_exists', 'recover',
  'confirm_email_change', 'email_changed', 'password_changed', 'account_deleted', 'passkeys_changed'
)) not valid;

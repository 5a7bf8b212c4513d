-- A one-time token proves that its holder reads the address to which it was mailed. It is spent once, by its link or by
-- its code, and expires. An invitation of an administrator has a link only. Its token grants the role when it is spent
-- (0018_administrators.sql), so to withdraw the invitation is to delete the token. Neither the token nor the code is stored: the edge derives both from one of its keys when it
-- sends the mail. A sign-up's password and metadata wait here until its own link is opened, so an attacker can neither
-- take an address nor leave text in its account before its owner signs up. A change of address has two halves, mailed
-- to the current and the new address, and happens once both are spent.

create table one_time_tokens (
  token_hash bytea primary key
    constraint one_time_tokens_hash_sha256 check (octet_length(token_hash) = 32),
  account_id uuid not null references accounts (id) on delete cascade,
  purpose text not null
    constraint one_time_tokens_purpose_known check (purpose in ('signup', 'recovery', 'invite', 'email_change')),
  email text
    constraint one_time_tokens_email_lower_case check (email = lower(email)),
  code_hmac bytea
    constraint one_time_tokens_code_hmac_sha256 check (octet_length(code_hmac) = 32),
  tried_codes integer not null default 0
    constraint one_time_tokens_tried_codes_few check (tried_codes between 0 and 5),
  attempt_id uuid,
  password_hash text
    constraint one_time_tokens_password_hash_argon2id check (password_hash like '$argon2id$%'),
  user_metadata jsonb
    constraint one_time_tokens_user_metadata_object check (jsonb_typeof(user_metadata) = 'object')
    constraint one_time_tokens_user_metadata_small check (json_size(user_metadata) <= 4096),
  new_email text,
  invited_by uuid references accounts (id) on delete cascade,
  half text
    constraint one_time_tokens_half_known check (half in ('current', 'new')),
  expires_at timestamptz not null,
  spent_at timestamptz,
  created_at timestamptz not null default now(),
  constraint one_time_tokens_expires_later check (expires_at > created_at),
  constraint one_time_tokens_password_of_sign_up check (password_hash is null or purpose = 'signup'),
  constraint one_time_tokens_user_metadata_of_sign_up check (user_metadata is null or purpose = 'signup'),
  constraint one_time_tokens_invitation
    check ((invited_by is null) = (purpose <> 'invite') and (purpose <> 'invite' or code_hmac is null)),
  constraint one_time_tokens_half_of_change
    check ((new_email is null) = (half is null) and (half is null or purpose = 'email_change'))
);

create index one_time_tokens_account_id on one_time_tokens (account_id);
create index one_time_tokens_invited_by on one_time_tokens (invited_by) where invited_by is not null;
create index one_time_tokens_attempt_id on one_time_tokens (attempt_id) where attempt_id is not null;
create index one_time_tokens_email on one_time_tokens (email);
create index one_time_tokens_expires_at on one_time_tokens (expires_at);

comment on table one_time_tokens is 'Mailed one-time tokens, hashed.';
comment on column one_time_tokens.token_hash is 'SHA-256 of the token; the token itself is never stored.';
comment on column one_time_tokens.account_id is 'The account whose address the token confirms.';
comment on column one_time_tokens.purpose is 'The only action that the token allows.';
comment on column one_time_tokens.email is 'The address to which the token was mailed.';
comment on column one_time_tokens.code_hmac is 'HMAC of the code and the address, under a key of the edge; null if the mail has no code.';
comment on column one_time_tokens.tried_codes is 'Number of codes that were tried; the fifth invalidates the code.';
comment on column one_time_tokens.attempt_id is 'The last attempt to spend the token; it becomes the id of the session.';
comment on column one_time_tokens.password_hash is 'Password of this sign-up; the account takes it when the token is spent.';
comment on column one_time_tokens.user_metadata is 'Metadata of this sign-up; the account takes it together with the password.';
comment on column one_time_tokens.new_email is 'The address to change to.';
comment on column one_time_tokens.invited_by is 'The administrator who invited the account; null for other purposes.';
comment on column one_time_tokens.half is 'Whether the token confirms the current or the new address.';
comment on column one_time_tokens.expires_at is 'End of the token, spent or not.';
comment on column one_time_tokens.spent_at is 'Time at which the token was spent; null until then.';
comment on column one_time_tokens.created_at is 'Time at which the token was mailed.';

alter table one_time_tokens enable row level security, force row level security;
grant select, insert, update, delete on one_time_tokens to edge;

create policy operator on one_time_tokens to current_user using (true) with check (true);
create policy auth_service on one_time_tokens to edge
  using ((select claim('service')) = 'auth') with check ((select claim('service')) = 'auth');

insert into retention_rules (expiring_table, key_column, past_its_time) values
  ('one_time_tokens', 'token_hash', 'expires_at < now()');

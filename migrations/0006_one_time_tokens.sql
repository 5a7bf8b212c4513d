-- What a mailed link or code proves: that its holder reads the address. Stored as a hash, spent once, dead
-- after its time.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table one_time_tokens (
  token_hash bytea primary key
    constraint one_time_tokens_hash_sha256 check (octet_length(token_hash) = 32),
  account_id uuid not null references accounts (id) on delete cascade,
  purpose text not null
    constraint one_time_tokens_purpose_known check (purpose in ('signup', 'recovery', 'email_change')),
  expires_at timestamptz not null,
  spent_at timestamptz,
  created_at timestamptz not null default now(),
  constraint one_time_tokens_expires_later check (expires_at > created_at)
);

create index one_time_tokens_account_id on one_time_tokens (account_id);

comment on table one_time_tokens is 'Mailed proofs of an address, hashed.';
comment on column one_time_tokens.token_hash is 'SHA-256 of the token; the token itself is never stored.';
comment on column one_time_tokens.account_id is 'Whose address it proves.';
comment on column one_time_tokens.purpose is 'The one thing that the token may be spent on.';
comment on column one_time_tokens.expires_at is 'When it is dead, spent or not.';
comment on column one_time_tokens.spent_at is 'When it was used; null until then.';
comment on column one_time_tokens.created_at is 'When it was mailed.';

alter table one_time_tokens enable row level security;
alter table one_time_tokens force row level security;
grant select, insert, update, delete on one_time_tokens to edge;

create policy operator on one_time_tokens to current_user using (true) with check (true);
create policy auth_service on one_time_tokens to edge
  using ((select claim('service')) = 'auth')
  with check ((select claim('service')) = 'auth');

-- Recovery codes replace a lost passkey. A code works once. It has 120 random bits, so its hash reveals nothing.

create table recovery_codes (
  code_hash bytea primary key
    constraint recovery_codes_hash_sha256 check (octet_length(code_hash) = 32),
  account_id uuid not null references accounts (id) on delete cascade,
  used_at timestamptz,
  created_at timestamptz not null default now()
);

create index recovery_codes_account_id on recovery_codes (account_id);

comment on table recovery_codes is 'Codes that replace a lost passkey, hashed.';
comment on column recovery_codes.code_hash is 'SHA-256 of the code; the code itself is never stored.';
comment on column recovery_codes.account_id is 'The account that the code belongs to.';
comment on column recovery_codes.used_at is 'Time at which the code was used; null until then.';
comment on column recovery_codes.created_at is 'Time at which the code was created.';

alter table recovery_codes enable row level security, force row level security;
grant select, insert, update, delete on recovery_codes to edge;

create policy operator on recovery_codes to current_user using (true) with check (true);
create policy auth_service on recovery_codes to edge
  using ((select claim('service')) = 'auth') with check ((select claim('service')) = 'auth');

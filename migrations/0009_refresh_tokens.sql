-- The chain of refresh tokens of a session, as SHA-256 hashes. A token is spent once and has at most one child; the
-- token without a child is active. An older token that comes back means that two parties hold the chain, and ends the
-- session.

create table refresh_tokens (
  token_hash bytea primary key
    constraint refresh_tokens_hash_sha256 check (octet_length(token_hash) = 32),
  session_id uuid not null references sessions (id) on delete cascade,
  parent_hash bytea
    constraint refresh_tokens_one_child unique
    references refresh_tokens (token_hash) on delete cascade,
  superseded_at timestamptz,
  created_at timestamptz not null default now()
);

create index refresh_tokens_session_id on refresh_tokens (session_id);

comment on table refresh_tokens is 'Refresh tokens, hashed, each with a reference to the token that it replaced.';
comment on column refresh_tokens.token_hash is 'SHA-256 of the token; the token itself is never stored.';
comment on column refresh_tokens.session_id is 'The session that the token refreshes.';
comment on column refresh_tokens.parent_hash is 'The token that was exchanged for this one; null for a sign-in.';
comment on column refresh_tokens.superseded_at is 'Time at which the token was exchanged; null while it is active.';
comment on column refresh_tokens.created_at is 'Time at which the token was issued.';

alter table refresh_tokens enable row level security, force row level security;
grant select, insert, update, delete on refresh_tokens to edge;

create policy operator on refresh_tokens to current_user using (true) with check (true);
create policy auth_service on refresh_tokens to edge
  using ((select claim('service')) = 'auth') with check ((select claim('service')) = 'auth');

-- One sign-in on one device. Every authorised call reads the row, so that ending a session refuses its access
-- tokens at once, however long they would still be valid. A session that began with a recovery mail may set a
-- password without the current one, once and for a while.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table sessions (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  method text not null default 'password'
    constraint sessions_method_known check (method in ('password', 'signup', 'recovery', 'email_change')),
  recovery_until timestamptz,
  user_agent text
    constraint sessions_user_agent_length check (char_length(user_agent) <= 500),
  city text,
  country text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint sessions_recovery_by_recovery check (recovery_until is null or method = 'recovery')
);

create index sessions_account_id on sessions (account_id);

comment on table sessions is 'Sign-ins, living and ended.';
comment on column sessions.id is 'The session_id of its access tokens.';
comment on column sessions.account_id is 'The user who signed in.';
comment on column sessions.method is 'How the user signed in: by password, or by the mail of this purpose.';
comment on column sessions.recovery_until is 'Until when it may set a password without the current one; null once it has.';
comment on column sessions.user_agent is 'The browser as it named itself, cut at 500 characters.';
comment on column sessions.city is 'Where it was last used, as Cloudflare says.';
comment on column sessions.country is 'Country of the same, two letters.';
comment on column sessions.created_at is 'When it was signed in.';
comment on column sessions.last_used_at is 'When its tokens were last refreshed.';
comment on column sessions.ended_at is 'When it was signed out or revoked; null while it lives.';

alter table sessions enable row level security;
alter table sessions force row level security;
grant select, insert, update, delete on sessions to edge;

create policy operator on sessions to current_user using (true) with check (true);
create policy auth_service on sessions to edge
  using ((select claim('service')) = 'auth')
  with check ((select claim('service')) = 'auth');
create policy own_sessions on sessions for select to edge
  using (account_id = (select claim('sub'))::uuid);

-- One sign-in on one device. Every authorised call reads the row, so an ended session rejects its access tokens at
-- once, however long they are still valid. A session that began with a recovery mail or an invitation may set a
-- password without the current one, once and for a limited time.
--
-- `passkey_id` is no foreign key: an ended session keeps the id of a passkey that was removed.

create table sessions (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  method text not null default 'password'
    constraint sessions_method_known check (method in (
      'password', 'signup', 'recovery', 'invite', 'email_change', 'passkey', 'recovery_code'
    )),
  passkey_id uuid,
  verified_at timestamptz,
  recovery_until timestamptz,
  user_agent text
    constraint sessions_user_agent_length check (char_length(user_agent) <= 500),
  city text,
  country text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint sessions_recovery_by_mail check (recovery_until is null or method in ('recovery', 'invite'))
);

create index sessions_account_id on sessions (account_id);
create index sessions_ended_at on sessions (ended_at) where ended_at is not null;
create index sessions_last_used_at on sessions (last_used_at);
create index sessions_created_at on sessions (created_at);

comment on table sessions is 'Sign-ins, active and ended.';
comment on column sessions.id is 'The `session_id` of the session''s access tokens.';
comment on column sessions.account_id is 'The account that signed in.';
comment on column sessions.method is 'The sign-in method: a password, a passkey, a recovery code, or a mail of this purpose.';
comment on column sessions.passkey_id is 'The passkey that began the session, or the first one that it added; null without one.';
comment on column sessions.verified_at is 'Time at which the user last showed a passkey or a recovery code in the session; null until then.';
comment on column sessions.recovery_until is 'End of the time in which the session may set a password without the current one; null once it has.';
comment on column sessions.user_agent is 'The browser''s User-Agent, cut at 500 characters.';
comment on column sessions.city is 'City of the last use, as Cloudflare reports it.';
comment on column sessions.country is 'Country of the last use, in two letters.';
comment on column sessions.created_at is 'Time of the sign-in.';
comment on column sessions.last_used_at is 'Time of the last token refresh.';
comment on column sessions.ended_at is 'Time of the sign-out or revocation; null while the session is active.';

alter table sessions enable row level security, force row level security;
grant select, insert, update, delete on sessions to edge;

create policy operator on sessions to current_user using (true) with check (true);
create policy auth_service on sessions to edge
  using ((select claim('service')) = 'auth') with check ((select claim('service')) = 'auth');
create policy own_sessions on sessions for select to edge using (account_id = (select claim('sub'))::uuid);

-- Refresh tokens are deleted with their session. Each of the three conditions has an index, which `least()` of them
-- could not have.
insert into retention_rules (expiring_table, key_column, past_its_time) values ('sessions', 'id', $$
    ended_at < now() - interval '30 days'
    or last_used_at < now() - interval '30 days' - $1
    or created_at < now() - interval '30 days' - $2
  $$);

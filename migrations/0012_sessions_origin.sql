-- How a session came to be, and where it was last used as far as the network tells. Whoever came by a recovery
-- mail may set a password without the current one, once and for a while.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table sessions
  add column method text not null default 'password',
  add column recovery_until timestamptz,
  add column city text,
  add column country text;

alter table sessions
  add constraint sessions_method_known
    check (method in ('password', 'signup', 'recovery', 'email_change')) not valid,
  add constraint sessions_recovery_by_recovery
    check (recovery_until is null or method = 'recovery') not valid;

comment on column sessions.method is 'What proved who it is: the password, or the mail of this purpose.';
comment on column sessions.recovery_until is 'Until when it may set a password without the current one; null once it has.';
comment on column sessions.city is 'Where it was last used, as Cloudflare tells it.';
comment on column sessions.country is 'Country of the same, two letters.';

-- The edge signs in as a role of its own that owns nothing and may define nothing. Row-level security decides
-- what it sees, from the claims of the caller, which the edge sets for each transaction in
-- `request.jwt.claims`:
--   {"sub": account, "session_id": session}      a signed-in user
--   {"service": "auth" | "mail" | "retention"}   the edge's own work on accounts, on mails, on what has expired
-- The operator is the role that runs the migrations. Every table names it in a policy, because forced row-level
-- security holds for owners too, and a hosted owner is no superuser.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

do $$
begin
  if not exists (select from pg_roles where rolname = 'edge') then
    create role edge login;
  end if;
exception
  -- Another database of the same server is migrated at this moment.
  when duplicate_object or unique_violation then null;
end
$$;

-- No table of its own either, not even a temporary one.
do $$
begin
  execute format('revoke create, temporary on database %I from public', current_database());
end
$$;
revoke create on schema public from public;
grant usage on schema public to edge;

create function claim(name text) returns text
  language sql stable
  set search_path = ''
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> name;

comment on function claim is 'One claim of the caller of this transaction as text, or null.';

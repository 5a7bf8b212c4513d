-- The claims of the caller, which every policy reads. The first statement of each transaction of the edge calls
-- `set_claims`:
--   {"sub": account, "session_id": session}                  a signed-in user
--   {"service": "auth" | "mail" | "content" | "retention"}   the edge's own work on these things
--
-- Row-level security protects the data only while the edge is the role `edge`. A connection string that names the
-- owner, a superuser or another role would bypass every policy. The same holds for an `edge` with more rights than it
-- needs; consoles of hosting providers create such roles. `set_claims` rejects both before the first statement that
-- reads or writes.

create function claim(name text) returns text
  language sql stable
  set search_path = ''
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> name;

comment on function claim is 'Returns one claim of the caller of this transaction as text, or null.';

create function set_claims(claims text) returns void
  language plpgsql
  set search_path = ''
as $$
declare
  operator oid := (select relowner from pg_catalog.pg_class where oid = 'public.accounts'::pg_catalog.regclass);
begin
  -- Both have to be edge: another role can have become `edge`, and `edge` can have become another role.
  if session_user <> 'edge' or current_user <> 'edge' then
    raise exception 'The edge has to sign in as the role edge, not as %', session_user
      using errcode = 'invalid_authorization_specification',
        hint = 'Let DATABASE_URL name the role edge.';
  end if;
  if exists (
    select from pg_catalog.pg_roles
    where (rolsuper or rolbypassrls or oid = operator) and pg_catalog.pg_has_role(session_user, oid, 'member')
  ) then
    raise exception 'The role edge is not subject to row-level security here'
      using errcode = 'invalid_authorization_specification',
        hint = 'Take superuser, bypassrls and the membership of other roles from it.';
  end if;
  perform pg_catalog.set_config('request.jwt.claims', claims, true);
  -- Compiling a plan takes longer than any statement of the edge.
  perform pg_catalog.set_config('jit', 'off', true);
end
$$;

comment on function set_claims is
  'Sets the claims of the caller for this transaction, and switches just-in-time compilation off; rejects (28000) every role but edge, and an edge with more rights.';
grant execute on function claim, set_claims to edge;

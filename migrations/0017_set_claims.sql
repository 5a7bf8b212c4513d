-- Every transaction of the edge begins here. Row-level security protects what the edge does only while it is `edge`: an
-- address that names the owner, a superuser or any other role would be let through everywhere, before any policy has
-- asked for the caller. The same holds for an `edge` that was given more than it needs, as the consoles of hosting
-- providers do to the roles that are made there. Both are refused before the first statement that reads or writes.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create function set_claims(claims text) returns void
  language plpgsql
  set search_path = ''
as $$
declare
  operator oid := (select relowner from pg_catalog.pg_class where oid = 'public.accounts'::pg_catalog.regclass);
begin
  -- Both: a role that may become `edge` has not signed in as it, and the other way round.
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
end
$$;

comment on function set_claims is
  'Sets the claims of the caller for this transaction; refuses (28000) every role but edge, and an edge that may do more.';

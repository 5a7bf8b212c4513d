-- Whether the caller is an administrator, for the policies of what only administrators may do. The role comes from
-- the profile at every call, and the session, where the claims name one, has to be living.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create function is_admin() returns boolean
  language sql stable
  set search_path = 'public'
  return exists (
    select from profiles
    where user_id = claim('sub')::uuid and role = 'admin'
  ) and (
    claim('session_id') is null
    or exists (
      select from sessions
      where id = claim('session_id')::uuid
        and account_id = claim('sub')::uuid
        and ended_at is null
    )
  );

comment on function is_admin is
  'Whether the caller is an administrator; where the claims name a session, it has to be living.';

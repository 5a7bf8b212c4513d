-- Decides for every policy whether the caller is an administrator. The role comes from the profile at every call. A
-- session that the claims name has to be active. While the rules ask for passkeys, a session that has shown none is no
-- administrator's for any policy, even if the edge forgot to check. Administrators who had no passkey when the rule began
-- are exempt until the end of their grace period.

create function is_admin() returns boolean
  language sql stable
  set search_path = 'public'
  return exists (
    select from profiles
    where user_id = claim('sub')::uuid and role = 'admin'
  ) and (
    (claim('session_id') is null and not exists (select from sign_in_rules where administrators_need_passkeys))
    or exists (
      select from sessions
      where id = claim('session_id')::uuid
        and account_id = claim('sub')::uuid
        and ended_at is null
        and (
          verified_at is not null
          or not exists (select from sign_in_rules where administrators_need_passkeys)
          or exists (select from accounts where id = claim('sub')::uuid and passkey_grace_until > now())
        )
    )
  );

comment on function is_admin is
  'Returns whether the caller is an administrator, with an active session if the claims name one, and with a passkey shown if the rules need it.';
grant execute on function is_admin to edge;

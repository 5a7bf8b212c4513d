-- Invitations of administrators by mail. An administrator who has just shown a passkey invites an address. Its account
-- gets the role when the user spends the mailed token, which proves the address, and only while the inviting account is
-- an administrator. The account's other sessions end at that moment, because they may belong to an attacker.
--
-- The edge cannot write a role. This function writes it for the account whose token was spent in the same transaction.

create function accept_administrator_invitation(session uuid) returns void
  language plpgsql security definer
  set search_path = 'public', 'pg_temp'
as $$
begin
  if claim('service') is distinct from 'auth' then
    raise exception 'only the edge''s own work on accounts may accept an invitation' using errcode = 'insufficient_privilege';
  end if;

  with accepted as (
    update accounts invited
    set administrator_invitation = null, administrator_invited_by = null, first_passkey_until = now() + interval '24 hours'
    where email_confirmed_at is not null
      and administrator_invitation in (
        select token_hash from one_time_tokens where attempt_id = session and spent_at = now() and account_id = invited.id
      )
      and exists (select from profiles where user_id = administrator_invited_by and role = 'admin')
    returning id
  ), ended as (
    update sessions set ended_at = now()
    where ended_at is null and account_id in (select id from accepted)
  )
  insert into profiles (user_id, role)
  select id, 'admin' from accepted
  on conflict (user_id) do update set role = 'admin';
end
$$;

comment on function accept_administrator_invitation is
  'Gives an invited account the role of administrator, if its token was spent for this session in the same transaction.';
grant execute on function accept_administrator_invitation to edge;

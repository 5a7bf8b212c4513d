-- An account that becomes an administrator, or no longer is one, loses every way in from before: password, passkeys,
-- recovery codes, sessions and mailed tokens. Any of them may belong to an earlier owner of the address. The owner
-- proves the mailbox and chooses a password again. A trigger does it, so no way to change a role can forget it.
--
-- The tokens of invitations by a former administrator are deleted, too. The spent token of an accepted invitation stays,
-- because its session starts in the same transaction.

create function forget_ways_in() returns trigger
  language plpgsql security definer
  set search_path = 'public', 'pg_temp'
as $$
begin
  update accounts
  set password_hash = default, first_passkey_until = null, passkey_grace_until = null, password_recovered_at = null,
    updated_at = now()
  where id = new.user_id;
  update sessions set ended_at = now() where account_id = new.user_id and ended_at is null;
  delete from one_time_tokens
  where invited_by = new.user_id
    or (account_id = new.user_id and (spent_at is null or purpose = 'email_change'));
  delete from passkeys where account_id = new.user_id;
  delete from recovery_codes where account_id = new.user_id;
  return null;
end
$$;

comment on function forget_ways_in is
  'Removes the password, passkeys, recovery codes, sessions and mailed tokens of an account whose role changed.';

grant execute on function forget_ways_in to edge;

create trigger ways_in_forgotten_at_grant
  after insert on profiles for each row when (new.role <> 'user') execute function forget_ways_in();
create trigger ways_in_forgotten_at_change after update of role on profiles
  for each row when (old.role is distinct from new.role) execute function forget_ways_in();

-- Invitations of administrators by mail. An administrator who has just shown a passkey invites an address. Its account
-- gets the role when the user spends the mailed token, which proves the address, and only while the inviting account is
-- an administrator.
--
-- The edge cannot write a role. This function writes it for the account whose token was spent in the same transaction.

create function accept_administrator_invitation(session uuid) returns void
  language plpgsql security definer
  set search_path = 'public', 'pg_temp'
as $$
declare
  invited uuid;
begin
  if claim('service') is distinct from 'auth' then
    raise exception 'only the edge''s own work on accounts may accept an invitation' using errcode = 'insufficient_privilege';
  end if;

  select account_id into invited from one_time_tokens
  where attempt_id = session and spent_at = now() and purpose = 'invite'
    and exists (select from profiles where user_id = invited_by and role = 'admin');
  if invited is null then
    return;
  end if;
  insert into profiles (user_id, role) values (invited, 'admin')
  on conflict (user_id) do update set role = 'admin', seeded = false;
  update accounts set first_passkey_until = now() + interval '24 hours' where id = invited;
end
$$;

comment on function accept_administrator_invitation is
  'Gives an invited account the role of administrator, if its token was spent for this session in the same transaction.';
grant execute on function accept_administrator_invitation to edge;

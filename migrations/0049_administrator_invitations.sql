-- Invitations of administrators by mail. An administrator who has just shown a passkey invites an address. Its account gets the role when the owner
-- spends the mailed token, which proves the address, and only while the inviting account is an administrator. The other sessions of the account
-- end then: they may be someone else's.
--
-- The edge cannot write a role. `accept_administrator_invitation` writes it for the account whose token was spent in the same transaction. The
-- next migration validates the constraints.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table accounts add column administrator_invitation bytea;
comment on column accounts.administrator_invitation is
  'The hash of the one-time token whose owner becomes an administrator by spending it; null where nobody is invited.';
alter table accounts add column administrator_invited_by uuid;
comment on column accounts.administrator_invited_by is 'The administrator who invited the owner of the account; null where nobody is invited.';

alter table account_events drop constraint account_events_kind_known;
alter table account_events add constraint account_events_kind_known check (kind in (
  'signed_up', 'confirmed', 'signed_in', 'sign_in_failed', 'signed_out', 'session_ended', 'refresh_reused',
  'recovery_requested', 'password_changed', 'email_change_requested', 'email_changed', 'role_changed',
  'account_deleted', 'limited', 'passkey_added', 'passkey_removed', 'recovery_codes_made', 'recovery_codes_removed',
  'sign_in_rules_changed', 'first_passkey_opened', 'administrator_invited'
)) not valid;

alter table outgoing_mails drop constraint outgoing_mails_kind_known;
alter table outgoing_mails add constraint outgoing_mails_kind_known check (kind in (
  'contact_notice', 'contact_acknowledgement', 'erasure_notice', 'message_erased', 'delivery_alert', 'canary',
  'confirm_sign_up', 'account_exists', 'recover', 'confirm_email_change', 'email_changed', 'password_changed',
  'account_deleted', 'passkeys_changed', 'administrator_invited'
)) not valid;

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
  'Gives an invited account the role of an administrator, if its token was spent for this session in the same transaction.';

revoke execute on function accept_administrator_invitation from public;
grant execute on function accept_administrator_invitation to edge;

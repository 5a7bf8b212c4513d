-- Invitations of administrators by mail. An administrator who has just shown a passkey invites an address, whose account gets the role when its
-- owner spends a mailed token: the address is proved before it has the role, as by `npm run admin -- grant`.
--
-- The next file validates the constraints.
--
-- The edge sets no role itself. `accept_administrator_invitation` does, for the account whose token was spent in the same transaction.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table accounts add column administrator_invited_until timestamptz;
comment on column accounts.administrator_invited_until is
  'Until when the owner of the address can accept an invitation as an administrator; null where there is none.';

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
  set search_path = 'public'
as $$
begin
  if claim('service') is distinct from 'auth' then
    raise exception 'only the edge''s own work on accounts may accept an invitation' using errcode = 'insufficient_privilege';
  end if;

  with accepted as (
    update accounts
    set administrator_invited_until = null, first_passkey_until = now() + interval '24 hours'
    where administrator_invited_until > now() and email_confirmed_at is not null and id in (
      select account_id from one_time_tokens
      where attempt_id = session and spent_at = now() and purpose = 'recovery'
    )
    returning id
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

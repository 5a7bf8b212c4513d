-- Until when an administrator may add the first passkey. While administrators need passkeys, an account without a passkey and without an
-- unused recovery code has one factor: its password, which its mailbox replaces. So the operator or another administrator, who has shown a
-- passkey, opens the first enrolment for 24 hours.
--
-- The audit records it. The next file validates the constraint.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table accounts add column first_passkey_until timestamptz;
comment on column accounts.first_passkey_until is
  'Until when the account may add its first passkey while administrators need one; null where it was not opened.';

alter table account_events drop constraint account_events_kind_known;
alter table account_events add constraint account_events_kind_known check (kind in (
  'signed_up', 'confirmed', 'signed_in', 'sign_in_failed', 'signed_out', 'session_ended', 'refresh_reused',
  'recovery_requested', 'password_changed', 'email_change_requested', 'email_changed', 'role_changed',
  'account_deleted', 'limited', 'passkey_added', 'passkey_removed', 'recovery_codes_made', 'recovery_codes_removed',
  'sign_in_rules_changed', 'first_passkey_opened'
)) not valid;

-- Which passkey began a session, so that removing the passkey ends the sessions that it signed in. There is no foreign key: an ended
-- session keeps the id of a passkey that was removed.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table sessions add column passkey_id uuid;
comment on column sessions.passkey_id is 'The passkey that began the session; null for every other method.';

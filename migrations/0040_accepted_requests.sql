-- Signed requests that count once. A signature alone cannot tell a first request from a copy of it: the answer to the challenge of a
-- passkey could be sent again after that passkey was removed, and a webhook of the mail provider would count again. The edge
-- records such a request in the transaction that accepts it, and a second one finds the row.
--
-- `passkeys.answered_until` did the same for sign-ins by comparing clocks. The edge no longer reads it. A release that still writes it may
-- run while this file is applied, so the column stays and gets a default.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table accepted_requests (
  request_hash bytea primary key
    constraint accepted_requests_hash_sha256 check (octet_length(request_hash) = 32),
  acceptance_id uuid not null,
  accepted_at timestamptz not null default now()
);

create index accepted_requests_accepted_at on accepted_requests (accepted_at);

comment on table accepted_requests is 'Signed requests that were accepted, so that none is accepted twice.';
comment on column accepted_requests.request_hash is 'SHA-256 of what identifies the request: the challenge of a passkey, or the id of a webhook.';
comment on column accepted_requests.acceptance_id is 'The random id of the call that accepted it.';
comment on column accepted_requests.accepted_at is 'When it was accepted.';

alter table accepted_requests enable row level security;
alter table accepted_requests force row level security;
grant select, insert on accepted_requests to edge;

create policy operator on accepted_requests to current_user using (true) with check (true);
create policy auth_and_mail_services_read on accepted_requests for select to edge
  using ((select claim('service')) in ('auth', 'mail'));
create policy auth_and_mail_services_accept on accepted_requests for insert to edge
  with check ((select claim('service')) in ('auth', 'mail'));

-- A challenge expires after five minutes. The mail provider repeats a webhook for some 28 hours, under the same id.
insert into retention_rules (expiring_table, key_column, past_its_time) values
  ('accepted_requests', 'request_hash', $$ accepted_at < now() - interval '7 days' $$);

alter table passkeys alter column answered_until set default now();
comment on column passkeys.answered_until is 'No longer read: accepted_requests has the challenges that were answered.';

-- Signed requests that count once: answers to the challenge of a passkey, and webhooks of the mail provider. A
-- signature alone cannot tell a first request from a copy. The edge records the request in the transaction that accepts
-- it, and a copy finds the row.

create table accepted_requests (
  request_hash bytea primary key
    constraint accepted_requests_hash_sha256 check (octet_length(request_hash) = 32),
  acceptance_id uuid not null,
  accepted_at timestamptz not null default now()
);

create index accepted_requests_accepted_at on accepted_requests (accepted_at);

comment on table accepted_requests is 'Signed requests that were accepted, so none is accepted twice.';
comment on column accepted_requests.request_hash is 'SHA-256 of the identity of the request: the challenge of a passkey, or the id of a webhook.';
comment on column accepted_requests.acceptance_id is 'The random id of the call that accepted the request.';
comment on column accepted_requests.accepted_at is 'Time of the acceptance.';

alter table accepted_requests enable row level security, force row level security;
grant select, insert on accepted_requests to edge;

create policy operator on accepted_requests to current_user using (true) with check (true);
create policy auth_and_mail_services_read on accepted_requests for select to edge
  using ((select claim('service')) in ('auth', 'mail'));
create policy auth_and_mail_services_accept on accepted_requests for insert to edge
  with check ((select claim('service')) in ('auth', 'mail'));

-- A challenge expires after five minutes. The mail provider repeats a webhook for about 28 hours, under the same id.
insert into retention_rules (expiring_table, key_column, past_its_time) values
  ('accepted_requests', 'request_hash', $$ accepted_at < now() - interval '7 days' $$);

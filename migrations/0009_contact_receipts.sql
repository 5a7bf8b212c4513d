-- What an idempotency key was answered with. A client that never heard the answer asks again with the same
-- key and gets the same one; another body under the key is a mistake of the client. It holds nothing
-- personal, only a hash, and outlives the submission so that a repeated request cannot bring back a deleted one.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table contact_receipts (
  idempotency_key uuid primary key,
  body_hash bytea not null
    constraint contact_receipts_hash_sha256 check (octet_length(body_hash) = 32),
  submission_id uuid not null,
  created_at timestamptz not null default now()
);

comment on table contact_receipts is 'Answers given to idempotency keys of the contact form.';
comment on column contact_receipts.idempotency_key is 'The key as the client chose it.';
comment on column contact_receipts.body_hash is 'SHA-256 of the validated body.';
comment on column contact_receipts.submission_id is 'The submission it was answered with; it may be deleted since.';
comment on column contact_receipts.created_at is 'When it was answered.';

alter table contact_receipts enable row level security;
alter table contact_receipts force row level security;
grant select, insert on contact_receipts to edge;

create policy operator on contact_receipts to current_user using (true) with check (true);
create policy anyone_leaves_one on contact_receipts for insert to edge with check (true);
-- The edge's own work, which has claims of a service, has no receipt to ask for.
create policy anyone_asks_again on contact_receipts for select to edge
  using ((select claim('service')) is null);

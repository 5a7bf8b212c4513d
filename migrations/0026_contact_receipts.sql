-- The answers to idempotency keys of the contact form. A client that did not receive the answer repeats the request
-- with the same key and gets the same answer; another body under the key is an error of the client. A receipt has no
-- personal data, only hashes. It outlives the message, so a repeated request cannot bring back a deleted message.
--
-- `link_hash` belongs to the sender's own link (0034). It stays with the receipt, so the link still tells that the
-- message was deleted.

create table contact_receipts (
  idempotency_key uuid primary key,
  body_hash bytea not null
    constraint contact_receipts_hash_sha256 check (octet_length(body_hash) = 32),
  submission_id uuid not null,
  link_hash bytea
    constraint contact_receipts_link_sha256 check (octet_length(link_hash) = 32),
  created_at timestamptz not null default now()
);

create unique index contact_receipts_link_hash on contact_receipts (link_hash) where link_hash is not null;
create index contact_receipts_created_at on contact_receipts (created_at);

comment on table contact_receipts is 'Answers to the idempotency keys of the contact form.';
comment on column contact_receipts.idempotency_key is 'The key that the client chose.';
comment on column contact_receipts.body_hash is 'SHA-256 of the validated body.';
comment on column contact_receipts.submission_id is 'The message in the answer, which may be deleted since.';
comment on column contact_receipts.link_hash is
  'SHA-256 of the token of the sender''s link; the token itself is never stored. Null for a message without a link.';
comment on column contact_receipts.created_at is 'Time of the answer.';

alter table contact_receipts enable row level security, force row level security;
grant select, insert on contact_receipts to edge;
grant select on contact_receipts to backup;

create policy operator on contact_receipts to current_user using (true) with check (true);
create policy anyone_leaves_one on contact_receipts for insert to edge with check (true);
-- The edge's own work, which has claims of a service, reads no receipt.
create policy anyone_asks_again on contact_receipts for select to edge using ((select claim('service')) is null);
create policy backup_reads on contact_receipts for select to backup using (true);

insert into retention_rules (expiring_table, key_column, past_its_time) values
  ('contact_receipts', 'idempotency_key', $$ created_at < now() - interval '24 months' $$);

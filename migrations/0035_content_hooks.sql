-- Accepted webhooks of the CMS. The signature of a webhook covers its time, so a replayed one finds its row while it is
-- recent enough to be accepted at all. When the CMS repeats a delivery, it signs it anew, and its idempotency key
-- identifies it. The published content itself is not stored.

create table content_hooks (
  signature_hash bytea primary key
    constraint content_hooks_hash_sha256 check (octet_length(signature_hash) = 32),
  idempotency_key text
    constraint content_hooks_key_short check (char_length(idempotency_key) between 1 and 200),
  taken_at timestamptz not null default now()
);

create unique index content_hooks_idempotency_key on content_hooks (idempotency_key);
create index content_hooks_taken_at on content_hooks (taken_at);

comment on table content_hooks is 'Webhooks of the CMS that were accepted, so none is accepted twice.';
comment on column content_hooks.signature_hash is 'SHA-256 of the signature, which covers the body and the time.';
comment on column content_hooks.idempotency_key is 'The CMS''s id of the delivery, the same for each attempt; null if the CMS sends none.';
comment on column content_hooks.taken_at is 'Time of the acceptance.';

alter table content_hooks enable row level security, force row level security;
grant select, insert on content_hooks to edge;

create policy operator on content_hooks to current_user using (true) with check (true);
create policy content_service_reads on content_hooks for select to edge using ((select claim('service')) = 'content');
create policy content_service_takes on content_hooks for insert to edge
  with check ((select claim('service')) = 'content');

insert into retention_rules (expiring_table, key_column, past_its_time) values
  ('content_hooks', 'signature_hash', $$ taken_at < now() - interval '1 day' $$);

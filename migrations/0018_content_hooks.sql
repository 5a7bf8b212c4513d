-- What the CMS has told the site so far: a row for each of its webhooks that was taken. The webhook is signed, and its
-- signature covers the moment at which it was made, so that one that is sent again is one of these rows: as long as it is
-- young enough to be taken at all, it is still here. A delivery that the CMS repeats by itself is signed anew, and known by
-- its key. Nothing of what was published is kept, only that something was.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table content_hooks (
  signature_hash bytea primary key
    constraint content_hooks_hash_sha256 check (octet_length(signature_hash) = 32),
  idempotency_key text
    constraint content_hooks_key_short check (char_length(idempotency_key) between 1 and 200),
  taken_at timestamptz not null default now()
);

create unique index content_hooks_idempotency_key on content_hooks (idempotency_key);
create index content_hooks_taken_at on content_hooks (taken_at);

comment on table content_hooks is 'Webhooks of the CMS that were taken, so that none is taken twice.';
comment on column content_hooks.signature_hash is 'SHA-256 of its signature, which covers its body and its time.';
comment on column content_hooks.idempotency_key is 'What the CMS calls the delivery, the same each time it tries; null where it says nothing.';
comment on column content_hooks.taken_at is 'When it was taken.';

alter table content_hooks enable row level security;
alter table content_hooks force row level security;
grant select, insert on content_hooks to edge;

create policy operator on content_hooks to current_user using (true) with check (true);
create policy content_service_reads on content_hooks for select to edge
  using ((select claim('service')) = 'content');
create policy content_service_takes on content_hooks for insert to edge
  with check ((select claim('service')) = 'content');

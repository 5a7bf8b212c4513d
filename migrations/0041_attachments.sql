-- Files of messages, replies and received mails. A row describes a file; a bucket (R2) stores its content under the id of
-- the row. The edge stores the content first, so every row has its file. A file without a row belongs to a message or a
-- mail that was not stored, and the scheduled Worker deletes it after 31 days.

create table attachments (
  id uuid primary key,
  submission_id uuid not null references contact_submissions on delete cascade,
  entry_id uuid references conversation_entries on delete cascade,
  name text not null
    constraint attachments_name_length check (char_length(name) between 1 and 200),
  type text not null
    constraint attachments_type_length check (char_length(type) between 1 and 100),
  size integer not null
    constraint attachments_size_positive check (size >= 0),
  created_at timestamptz not null default clock_timestamp()
);

create index attachments_conversation on attachments (submission_id);
create index attachments_entry on attachments (entry_id);

comment on table attachments is 'The files of messages and entries, whose content is in a bucket.';
comment on column attachments.id is 'The id of the file, and its key in the bucket.';
comment on column attachments.submission_id is 'The message that began the conversation.';
comment on column attachments.entry_id is 'The entry that the file came with; null for a file of the message itself.';
comment on column attachments.name is 'The name that the sender gave the file, without a path.';
comment on column attachments.type is 'The media type by the first bytes of the content, not by the sender.';
comment on column attachments.size is 'The size of the content, in bytes.';
comment on column attachments.created_at is 'Time of arrival, in the order of the files in their message.';

alter table attachments enable row level security, force row level security;
grant select on attachments to edge;
grant select on attachments to backup;

create policy operator on attachments to current_user using (true) with check (true);
create policy administrators_see on attachments for select to edge using ((select is_admin()));
create policy backup_reads on attachments for select to backup using (true);

-- The files of a message, a reply or a mail, in their order. `files` has {id, name, type, size}. A file belongs to one
-- message, so a repetition adds none.
create function add_attachments(submission uuid, entry uuid, files jsonb) returns void
  language sql security definer
  set search_path = 'public'
begin atomic
  insert into attachments (id, submission_id, entry_id, name, type, size, created_at)
  select (file ->> 'id')::uuid, submission, entry, file ->> 'name', file ->> 'type', (file ->> 'size')::integer,
    now() + place * interval '1 microsecond'
  from jsonb_array_elements(files) with ordinality listed (file, place)
  on conflict do nothing;
end;

comment on function add_attachments is 'Stores the descriptions of the files of a message or an entry.';

create function used_files(files jsonb) returns boolean
  language sql stable security definer
  set search_path = 'public'
  return exists (
    select from attachments where id in (select (file ->> 'id')::uuid from jsonb_array_elements(files) file)
  );

comment on function used_files is 'Returns whether one of the files belongs to a message already.';

-- The files of deleted conversations, until the scheduled Worker has deleted their content. So whatever deletes a
-- conversation, an erasure or retention included, also deletes its files.

create table removed_attachments (
  id uuid primary key,
  removed_at timestamptz not null default now()
);

comment on table removed_attachments is 'Files whose content has to be deleted from the bucket.';
comment on column removed_attachments.id is 'The key of the content in the bucket.';
comment on column removed_attachments.removed_at is 'Time at which the row of the file was deleted.';

alter table removed_attachments enable row level security, force row level security;
grant select, delete on removed_attachments to edge;

create policy operator on removed_attachments to current_user using (true) with check (true);
create policy retention_service on removed_attachments to edge
  using ((select claim('service')) = 'retention') with check (false);

create function note_removed_attachments() returns trigger
  language plpgsql security definer
  set search_path = 'public'
as $$
begin
  insert into removed_attachments (id) select id from removed_rows on conflict do nothing;
  return null;
end
$$;

comment on function note_removed_attachments is 'Records the files whose content has to be deleted.';

create trigger removed_after_delete after delete on attachments
  referencing old table as removed_rows for each statement execute function note_removed_attachments();

create function unknown_attachments(ids uuid[]) returns setof uuid
  language plpgsql stable security definer rows 10
  set search_path = 'public'
as $$
begin
  if claim('service') is distinct from 'retention' then return; end if;
  return query
    select stored.id from unnest(ids) stored (id) where not exists (select from attachments where attachments.id = stored.id);
end
$$;

comment on function unknown_attachments is 'Returns the ids that no file has, for the claims of retention only.';
grant execute on function note_removed_attachments, unknown_attachments to edge;

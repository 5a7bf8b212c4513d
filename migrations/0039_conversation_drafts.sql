-- Drafts of answers and notes, one for each administrator and conversation, so a text follows its author from desk to
-- phone. `revision` increases with every change, so a window with an earlier text cannot overwrite a later one.

create table conversation_drafts (
  submission_id uuid not null references contact_submissions on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  kind text not null default 'answer'
    constraint conversation_drafts_kind_known check (kind in ('answer', 'note')),
  text text not null
    constraint conversation_drafts_text_length check (char_length(text) <= 50000),
  revision integer not null
    constraint conversation_drafts_revision_positive check (revision > 0),
  saved_at timestamptz not null default now(),
  primary key (submission_id, account_id)
);

create index conversation_drafts_account on conversation_drafts (account_id);

comment on table conversation_drafts is 'Texts that administrators have not sent yet.';
comment on column conversation_drafts.submission_id is 'The message that began the conversation.';
comment on column conversation_drafts.account_id is 'The author.';
comment on column conversation_drafts.kind is 'Whether the text will be an answer or a note.';
comment on column conversation_drafts.text is 'The text; empty once it was sent or discarded.';
comment on column conversation_drafts.revision is 'Increases with every change of the draft, from 1 on.';
comment on column conversation_drafts.saved_at is 'Time of the last change.';

alter table conversation_drafts enable row level security, force row level security;
grant select, insert, update (kind, text, revision, saved_at) on conversation_drafts to edge;
grant select on conversation_drafts to backup;

create policy operator on conversation_drafts to current_user using (true) with check (true);
create policy administrators_keep_their_own on conversation_drafts to edge
  using ((select is_admin()) and account_id = (select claim('sub'))::uuid)
  with check ((select is_admin()) and account_id = (select claim('sub'))::uuid);
create policy backup_reads on conversation_drafts for select to backup using (true);

-- Administrators see who else writes in a conversation, and never the text.
create function writing_colleagues(submission uuid) returns table (id uuid, saved_at timestamptz)
  language plpgsql stable security definer rows 2
  set search_path = 'public'
as $$
begin
  if not is_admin() then return; end if;
  return query
    select draft.account_id, draft.saved_at from conversation_drafts draft
    where draft.submission_id = submission and draft.text <> '' and draft.account_id <> claim('sub')::uuid
      and draft.saved_at > now() - interval '5 minutes';
end
$$;

comment on function writing_colleagues is
  'Returns the other administrators who saved a draft in a conversation in the last five minutes, for administrators only.';
grant execute on function writing_colleagues to edge;

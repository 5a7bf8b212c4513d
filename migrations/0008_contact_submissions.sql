-- A message that a visitor sent through the contact form. Anyone may leave one; only an administrator with a living
-- session sees, marks or deletes them. The limits are those of the contract, so that no caller can store more than
-- the form accepts. created_at is whole milliseconds: it is half of the inbox's page cursor and has to survive JSON.
-- first_read_at says how long a sender waited; what happens to the mark afterwards does not change it.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table contact_submissions (
  id uuid primary key,
  name text not null
    constraint contact_submissions_name_length check (char_length(name) between 1 and 200),
  email text not null
    constraint contact_submissions_email_length check (char_length(email) between 3 and 254),
  phone text
    constraint contact_submissions_phone_length check (char_length(phone) between 1 and 40),
  company text
    constraint contact_submissions_company_length check (char_length(company) between 1 and 200),
  service_type text
    constraint contact_submissions_service_type_known check (service_type in (
      'reputation', 'web-development', 'digital-marketing', 'seo-consulting', 'technical-support', 'cctv'
    )),
  source text
    constraint contact_submissions_source_known check (source in (
      'google-search', 'social-networks', 'recommendation', 'advertising', 'other'
    )),
  message text
    constraint contact_submissions_message_length check (char_length(message) between 1 and 5000),
  language text not null default 'es'
    constraint contact_submissions_language_known check (language in ('es', 'en')),
  read boolean not null default false,
  spam boolean not null default false,
  first_read_at timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', now())
);

create index contact_submissions_folder on contact_submissions (spam, created_at desc, id desc);
create index contact_submissions_marks on contact_submissions (spam, read, created_at desc, id desc);
create index contact_submissions_sender on contact_submissions (lower(email), created_at desc, id desc);

comment on table contact_submissions is 'Messages from the contact form.';
comment on column contact_submissions.id is 'Chosen by the edge, which may not read back what it stores.';
comment on column contact_submissions.name is 'How the sender signs.';
comment on column contact_submissions.email is 'Where the sender can be answered.';
comment on column contact_submissions.phone is 'The number as it was typed.';
comment on column contact_submissions.company is 'The company that the sender writes for.';
comment on column contact_submissions.service_type is 'Key of the service asked about.';
comment on column contact_submissions.source is 'Key of how the sender heard of the company.';
comment on column contact_submissions.message is 'The text as it was typed.';
comment on column contact_submissions.language is 'Language of the page that it was sent from.';
comment on column contact_submissions.read is 'Whether an administrator has marked it as read.';
comment on column contact_submissions.spam is 'Whether an administrator has put it aside as spam.';
comment on column contact_submissions.first_read_at is 'When an administrator first marked it as read; null until then.';
comment on column contact_submissions.created_at is 'When it was sent, in whole milliseconds.';

alter table contact_submissions enable row level security;
alter table contact_submissions force row level security;
grant select, insert, delete, update (read, spam) on contact_submissions to edge;

create policy operator on contact_submissions to current_user using (true) with check (true);
create policy anyone_leaves_one on contact_submissions for insert to edge
  with check (not read and not spam);
create policy administrators_see on contact_submissions for select to edge
  using ((select is_admin()));
create policy administrators_mark on contact_submissions for update to edge
  using ((select is_admin())) with check ((select is_admin()));
create policy administrators_delete on contact_submissions for delete to edge
  using ((select is_admin()));

create function note_first_read() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.first_read_at := now();
  return new;
end
$$;

comment on function note_first_read is 'Remembers when a message was first read.';

create trigger first_read before update of read on contact_submissions
  for each row when (new.read and not old.read and old.first_read_at is null)
  execute function note_first_read();

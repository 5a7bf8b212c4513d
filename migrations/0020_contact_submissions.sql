-- Contact messages. Anyone may insert one; only an administrator with an active session sees, marks or deletes them.
-- The limits are those of the contract, so no caller can store more than the form accepts. `created_at` has whole
-- milliseconds, because it is half of the inbox's page cursor and has to survive JSON. `first_read_at` measures how
-- long a sender waited; a later change of the mark does not change it.
--
-- A sender may name a plan and a meeting by its day and part of the day. The day is validated when the message arrives,
-- not here: a message that waited in the spool is stored even if its day has passed.
--
-- `acknowledgement` is the outcome of the mail that confirms the message to its sender (0027). An address with a typing
-- error gets neither that mail nor an answer, so the company has to know.
--
-- `state`, `assignee`, the first answer and the last entry summarize the entries of the conversation (0037). `revision`
-- counts its changes, so an answer can name the state of the conversation that its author saw.
--
-- `properties` has what a list can be narrowed by, and `contact_submissions_properties` the messages by it and their
-- marks, newest first. So the list of a property that few messages have reads those only.

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
  plan text
    constraint contact_submissions_plan_length check (char_length(plan) between 1 and 60),
  meeting_day date,
  meeting_part text
    constraint contact_submissions_meeting_part_known check (meeting_part in ('morning', 'afternoon')),
  message text
    constraint contact_submissions_message_length check (char_length(message) between 1 and 5000),
  language text not null default 'es'
    constraint contact_submissions_language_known check (language in ('es', 'en')),
  read boolean not null default false,
  spam boolean not null default false,
  doubts jsonb not null default '[]'
    constraint contact_submissions_doubts_list check (jsonb_typeof(doubts) = 'array'),
  first_read_at timestamptz,
  acknowledgement text
    constraint contact_submissions_acknowledgement_known check (acknowledgement = 'undelivered'),
  state text not null default 'unanswered'
    constraint contact_submissions_state_known check (state in ('unanswered', 'waiting', 'closed')),
  assignee uuid,
  revision integer not null default 1,
  first_answer_at timestamptz,
  first_answer_by uuid,
  answered_within_hour boolean not null default false,
  last_entry_at timestamptz not null default date_trunc('milliseconds', now()),
  properties text not null,
  created_at timestamptz not null default date_trunc('milliseconds', now())
);

create index contact_submissions_folder on contact_submissions (spam, created_at desc, id desc);
create index contact_submissions_marks on contact_submissions (spam, read, created_at desc, id desc);
create index contact_submissions_sender on contact_submissions (lower(email), created_at desc, id desc);
create index contact_submissions_properties on contact_submissions (properties, spam, read, created_at desc, id desc);
create index contact_submissions_last_entry on contact_submissions (last_entry_at);

comment on table contact_submissions is 'Messages from the contact form.';
comment on column contact_submissions.id is 'Chosen by the edge, which may not read back the row that it stores.';
comment on column contact_submissions.name is 'The sender''s name.';
comment on column contact_submissions.email is 'The sender''s address.';
comment on column contact_submissions.phone is 'The telephone number as the sender typed it.';
comment on column contact_submissions.company is 'The company that the sender writes for.';
comment on column contact_submissions.service_type is 'Key of the service that the message is about.';
comment on column contact_submissions.source is 'Key of how the sender heard of the company.';
comment on column contact_submissions.plan is 'The plan that the sender chose, by its name at that time.';
comment on column contact_submissions.meeting_day is 'The day on which the sender would like to meet, in the company''s time zone.';
comment on column contact_submissions.meeting_part is 'The part of that day, or of any day, that suits the sender, in the company''s time zone.';
comment on column contact_submissions.message is 'The text as the sender typed it.';
comment on column contact_submissions.language is 'Language of the page from which the message was sent.';
comment on column contact_submissions.read is 'Whether an administrator has marked the message as read.';
comment on column contact_submissions.spam is 'Whether the message is spam: by its doubts on arrival, or as an administrator has marked it since.';
comment on column contact_submissions.doubts is 'Reasons why the message may be spam: a list of {code, count}.';
comment on column contact_submissions.first_read_at is 'Time at which an administrator first marked the message as read; null until then.';
comment on column contact_submissions.acknowledgement is 'undelivered: the confirmation by mail did not reach the sender''s address; null otherwise.';
comment on column contact_submissions.state is
  'unanswered: the sender waits for the company; waiting: the company waits for the sender; closed: neither waits.';
comment on column contact_submissions.assignee is 'The administrator who owns the conversation; null without an owner.';
comment on column contact_submissions.revision is 'Increases with every entry of the conversation, from 1 on.';
comment on column contact_submissions.first_answer_at is 'Time of the first answer, by mail, WhatsApp or telephone; null until then.';
comment on column contact_submissions.first_answer_by is 'The administrator of the first answer, whose account may be deleted since.';
comment on column contact_submissions.answered_within_hour is 'Whether at most an hour of opening time passed until the first answer; false without an answer.';
comment on column contact_submissions.last_entry_at is 'Time of the newest entry of the conversation, from which it is retained.';
comment on column contact_submissions.properties is 'Properties by which a list can be narrowed, and their values, as JSON.';
comment on column contact_submissions.created_at is 'Time of arrival, in whole milliseconds.';

alter table contact_submissions enable row level security, force row level security;
grant select, insert, delete, update (read, spam) on contact_submissions to edge;
grant select on contact_submissions to backup;

create policy operator on contact_submissions to current_user using (true) with check (true);
create policy anyone_leaves_one on contact_submissions for insert to edge with check (not read and not spam);
create policy administrators_see on contact_submissions for select to edge using ((select is_admin()));
create policy administrators_mark on contact_submissions for update to edge
  using ((select is_admin())) with check ((select is_admin()));
create policy administrators_delete on contact_submissions for delete to edge using ((select is_admin()));
create policy backup_reads on contact_submissions for select to backup using (true);

create function set_properties() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.properties := jsonb_object(array[
    'service', coalesce(new.service_type, 'none'),
    'language', new.language,
    'meeting', case when new.meeting_day is null and new.meeting_part is null then 'none' else 'requested' end,
    'state', new.state,
    'assignee', coalesce(new.assignee::text, 'none')
  ]);
  return new;
end
$$;

comment on function set_properties is 'Stores the properties by which a list of messages can be narrowed.';
grant execute on function set_properties to edge;

create trigger properties before insert or update on contact_submissions
  for each row execute function set_properties();

create function note_first_read() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.first_read_at := now();
  return new;
end
$$;

comment on function note_first_read is 'Stores the time at which a message was first marked as read.';
grant execute on function note_first_read to edge;

create trigger first_read before update of read on contact_submissions
  for each row when (new.read and not old.read and old.first_read_at is null) execute function note_first_read();

insert into retention_rules (expiring_table, key_column, past_its_time) values
  ('contact_submissions', 'id', $$ last_entry_at < now() - interval '24 months' $$);

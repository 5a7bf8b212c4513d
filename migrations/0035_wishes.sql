-- What a visitor wants beside what they write: the plan that they chose, and a meeting, by its day and part of the day. All three may
-- be left out. A day is stored as it was asked for: whether one can still have it is asked when the message comes, and not of one that
-- waited elsewhere until the day was over.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table contact_submissions
  add column plan text
    constraint contact_submissions_plan_length check (char_length(plan) between 1 and 60),
  add column meeting_day date,
  add column meeting_part text
    constraint contact_submissions_meeting_part_known check (meeting_part in ('morning', 'afternoon'));

comment on column contact_submissions.plan is 'The plan that the sender chose, by its name at that time.';
comment on column contact_submissions.meeting_day is 'The day that the sender would like to meet on, in the company''s time zone.';
comment on column contact_submissions.meeting_part is 'The part of that day, or of any, that suits the sender, in the company''s time zone.';

create or replace function linked_message(link bytea, out message jsonb, out kept_until timestamptz) returns setof record
  language sql stable security definer
  set search_path = 'public'
begin atomic
  select to_jsonb(kept) - 'id', kept.created_at + interval '24 months'
  from contact_receipts left join (
    select id, name, email, phone, company, service_type, source, plan, meeting_day, meeting_part, message, language, created_at
    from contact_submissions
  ) kept on kept.id = submission_id
  where link_hash = link;
end;

-- What lets the inbox stay as quick at a million messages as at a thousand.

set local lock_timeout = '5s';
set local statement_timeout = '10min';

create extension if not exists pg_trgm with schema public;
create extension if not exists unaccent with schema public;

create function fold(written text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  return lower(public.unaccent('public.unaccent', translate(normalize(written, nfc), e'\x01', ' ')));

comment on function fold is 'A text as the inbox compares it: without accents and in lower case.';

create function find_submissions(
  in_spam boolean, is_read boolean, term text, sender text,
  before_at timestamptz, before_id uuid, wanted integer
) returns setof uuid
  language plpgsql stable security definer rows 50
  set search_path = 'public'
  set plan_cache_mode = 'force_custom_plan'
as $$
begin
  if not is_admin() then return; end if;
  return query
    select s.id from contact_submissions s
    where s.spam = in_spam and (is_read is null or s.read = is_read)
      and (sender is null or lower(s.email) = lower(sender))
      and (fold(term) = '' or fold(concat_ws(e'\x01', s.name, s.email, s.message)) like '%' || regexp_replace(fold(term), '([\\%_])', '\\\1', 'g') || '%')
      and (s.created_at, s.id) < (before_at, before_id)
    order by s.created_at desc, s.id desc
    limit wanted;
end
$$;

comment on function find_submissions is 'Ids of the messages of a folder, newest first; only for administrators.';

alter table contact_submissions add column first_read_at timestamptz;
comment on column contact_submissions.first_read_at is 'When an administrator first marked it as read.';

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

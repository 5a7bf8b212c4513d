-- A message is searched by its sender's company and telephone number, too. People write a number as they like, "8888 1234",
-- "+506 8888-1234", and look for it in another way: of every number in a message the searched text also has the digits
-- alone. What is searched of the messages that are there already is made anew, in their order, and its index with it.
-- No message can be taken or marked meanwhile, contact_submissions is locked: apply it when it is quiet.

set local lock_timeout = '5s';
set local statement_timeout = '15min';
set local maintenance_work_mem = '256MB';

create function dialled(folded text) returns text
  language sql immutable strict parallel safe
  return (
    select string_agg(digits, ' ')
    from regexp_matches(folded, '[0-9](?:[[:space:]().+/-]*[0-9]){5,}', 'g') as number (written),
      regexp_replace(written[1], '[^0-9]', '', 'g') as digits
    where digits <> written[1]
  );

comment on function dialled is
  'The digits of each number of six digits or more that is written with something in between; null without any.';

create function fold_submission(name text, email text, message text, company text, phone text) returns text
  language sql immutable parallel safe
  return (
    select folded || coalesce(public.dialled(folded) || e'\x01', '')
    from lower(extensions.unaccent('extensions.unaccent', normalize(
      translate(name, e'\x01', ' ') || e'\x01' || translate(email, e'\x01', ' ') || e'\x01'
        || translate(coalesce(message, ''), e'\x01', ' ') || e'\x01'
        || translate(coalesce(company, ''), e'\x01', ' ') || e'\x01'
        || translate(coalesce(phone, ''), e'\x01', ' ') || e'\x01', nfc))) folded
  );

comment on function fold_submission(text, text, text, text, text) is
  'What is searched of a message; each part ends with a character that no search holds, the last are its numbers'' digits.';

create or replace function keep_submission_texts() returns trigger
  language plpgsql security definer
  set search_path = 'public'
as $$
begin
  if tg_op = 'INSERT' then
    insert into submission_texts (id, created_at, folded, keys)
    select id, created_at, folded, submission_keys(folded, created_at)
    from after_rows, fold_submission(name, email, message, company, phone) folded;
  elsif tg_op = 'DELETE' then
    delete from submission_texts where id in (select id from before_rows);
  else
    truncate submission_texts;
  end if;
  return null;
end
$$;

create or replace function keep_submission_text() returns trigger
  language plpgsql security definer
  set search_path = 'public'
as $$
begin
  delete from submission_texts where id = old.id;
  insert into submission_texts (id, created_at, folded, keys)
  select new.id, new.created_at, folded, submission_keys(folded, new.created_at)
  from fold_submission(new.name, new.email, new.message, new.company, new.phone) folded;
  return null;
end
$$;

drop function fold_submission(text, text, text);

lock table contact_submissions in share row exclusive mode;

drop trigger text_after_update on contact_submissions;
create trigger text_after_update
  after update of id, name, email, message, company, phone, created_at on contact_submissions
  for each row execute function keep_submission_text();

-- Made at once the index is a fraction of the work; each file is one transaction, in which it cannot be made beside other.
-- squawk-ignore require-concurrent-index-deletion
drop index submission_texts_search;
truncate submission_texts;
insert into submission_texts (id, created_at, folded, keys)
select id, created_at, folded, submission_keys(folded, created_at)
from (
  select id, created_at, fold_submission(name, email, message, company, phone) as folded from contact_submissions
) written
order by created_at, id;
-- squawk-ignore require-concurrent-index-creation
create index submission_texts_search on submission_texts using gin (keys, folded extensions.gin_trgm_ops)
  with (fastupdate = off);
analyze submission_texts;

comment on column submission_texts.folded is 'Name, address, text, company and telephone number, folded, and the digits of its numbers.';

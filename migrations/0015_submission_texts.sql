-- What the inbox searches in. It is a table of its own so that marking a message, which happens to each of them, does
-- not write its text and the large index on it again. One index answers every search: its trigrams know which messages
-- may hold a text, its keys which belong to a span of time (so that a frequent text is looked for among the newest
-- only) and which hold a rare character (trigrams know letters and digits only, and three of them at least).
-- The index is kept up to date at once: every search would read a list of pending entries, and now and then a visitor's
-- message would wait until it is worked off.
--
-- People write a telephone number as they like, "8888 1234", "+506 8888-1234", and look for it in another way: of every
-- number in a message the searched text also has the digits alone.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create schema extensions;
comment on schema extensions is 'What comes with extensions of Postgres.';
create extension pg_trgm with schema extensions;
create extension unaccent with schema extensions;

-- Called immutable although its dictionary could be replaced: no one does.
create function fold(written text) returns text
  language sql immutable parallel safe
  return lower(extensions.unaccent('extensions.unaccent', translate(normalize(written, nfc), e'\x01', ' ')));

comment on function fold is 'A text as searches compare it: in lower case and without accents.';

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

comment on function fold_submission is
  'What is searched of a message; each part ends with a character that no search holds, the last are its numbers'' digits.';

create function period_key(level integer, moment timestamptz) returns integer
  language sql stable parallel safe
  return -((level << 24) | ((extract(epoch from moment) / 3600)::integer >> (3 * level)));

comment on function period_key is 'The key of the period of 8, 64 … 32,768 hours (levels 1 to 5) that a moment is in.';

create function character_keys(folded text) returns integer[]
  language sql immutable strict parallel safe
  return array(
    select distinct ascii(one)
    from unnest(string_to_array(translate(folded, e' \n.,@\x01abcdefghilmnoprstuvy', ''), null)) one
  );

comment on function character_keys is 'The code points of the rarer characters of a text.';

create function submission_keys(folded text, moment timestamptz) returns integer[]
  language sql stable parallel safe
  return public.character_keys(folded)
    || case when octet_length(folded) > char_length(folded) then array[0] else '{}' end
    || array[
      public.period_key(1, moment), public.period_key(2, moment), public.period_key(3, moment),
      public.period_key(4, moment), public.period_key(5, moment)
    ];

comment on function submission_keys is
  'The keys of a message: its rarer characters, 0 if one is beyond ASCII, and the periods that it is in.';

create table submission_texts (
  id uuid primary key,
  created_at timestamptz not null,
  folded text not null,
  keys integer[] not null
);

create index submission_texts_search on submission_texts using gin (keys, folded extensions.gin_trgm_ops)
  with (fastupdate = off);

comment on table submission_texts is 'What is searched of the messages of contact_submissions.';
comment on column submission_texts.id is 'The message''s id.';
comment on column submission_texts.created_at is 'When the message was sent.';
comment on column submission_texts.folded is 'Name, address, text, company and telephone number, folded, and the digits of its numbers.';
comment on column submission_texts.keys is 'Its rarer characters and its periods.';

alter table submission_texts enable row level security;
alter table submission_texts force row level security;
create policy operator on submission_texts to current_user using (true) with check (true);

-- A visitor who leaves a message may not see the texts: the trigger works with the operator's rights.
create function keep_submission_texts() returns trigger
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

comment on function keep_submission_texts is 'Keeps the searched texts as the messages are.';

-- Operators who correct a message or its time are rare enough for a trigger on each row, which marks never set off.
create function keep_submission_text() returns trigger
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

comment on function keep_submission_text is 'Keeps the searched text of a message that was corrected.';

create trigger texts_after_insert after insert on contact_submissions
  referencing new table as after_rows for each statement execute function keep_submission_texts();
create trigger texts_after_delete after delete on contact_submissions
  referencing old table as before_rows for each statement execute function keep_submission_texts();
create trigger texts_after_truncate after truncate on contact_submissions
  for each statement execute function keep_submission_texts();
create trigger text_after_update
  after update of id, name, email, message, company, phone, created_at on contact_submissions
  for each row execute function keep_submission_text();

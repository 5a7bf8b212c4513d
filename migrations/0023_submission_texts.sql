-- The text in which the inbox searches. It has a table of its own, so marking a message does not rewrite the text and
-- its large index. One index serves every search. Its trigrams find the messages that may contain a text. Its keys find
-- the messages of a period, so a frequent text is searched among the newest only, and the messages with a rare
-- character, because trigrams cover only letters and digits, and need three of them. `fastupdate` is off: otherwise
-- every search would read the list of pending entries, and a visitor's message would sometimes wait until the list is
-- merged.
--
-- Users write a telephone number in many ways, "8888 1234" or "+506 8888-1234", and search for it in another. So the
-- searched text also has the digits of every number in a message.

-- Declared immutable although its dictionary could be replaced: nothing replaces it.
create function fold(written text) returns text
  language sql immutable parallel safe
  return lower(extensions.unaccent('extensions.unaccent', translate(normalize(written, nfc), e'\x01', ' ')));

comment on function fold is 'Returns a text as searches compare it: in lower case and without accents.';

create function dialled(folded text) returns text
  language sql immutable strict parallel safe
  return (
    select string_agg(digits, ' ')
    from regexp_matches(folded, '[0-9](?:[[:space:]().+/-]*[0-9]){5,}', 'g') as number (written),
      regexp_replace(written[1], '[^0-9]', '', 'g') as digits
    where digits <> written[1]
  );

comment on function dialled is 'Returns the digits of each number of six or more digits that is written with separators; null without such a number.';

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
  'Returns the searched text of a message; each part ends with a character that no search contains, the last part has the digits of its numbers.';

create function period_key(level integer, moment timestamptz) returns integer
  language sql stable parallel safe
  return -((level << 24) | ((extract(epoch from moment) / 3600)::integer >> (3 * level)));

comment on function period_key is 'Returns the key of the period of 8, 64 … 32,768 hours (levels 1 to 5) that contains a time.';

create function character_keys(folded text) returns integer[]
  language sql immutable strict parallel safe
  return array(
    select distinct ascii(one)
    from unnest(string_to_array(translate(folded, e' \n.,@\x01abcdefghilmnoprstuvy', ''), null)) one
  );

comment on function character_keys is 'Returns the code points of the rarer characters of a text.';

create function submission_keys(folded text, moment timestamptz) returns integer[]
  language sql stable parallel safe
  return public.character_keys(folded)
    || case when octet_length(folded) > char_length(folded) then array[0] else '{}' end
    || array[
      public.period_key(1, moment), public.period_key(2, moment), public.period_key(3, moment),
      public.period_key(4, moment), public.period_key(5, moment)
    ];

comment on function submission_keys is 'Returns the keys of a message: its rarer characters, 0 if a character is beyond ASCII, and its periods.';

create table submission_texts (
  id uuid primary key,
  created_at timestamptz not null,
  folded text not null,
  keys integer[] not null
);

create index submission_texts_search on submission_texts using gin (keys, folded extensions.gin_trgm_ops)
  with (fastupdate = off);

comment on table submission_texts is 'Searched texts of contact messages.';
comment on column submission_texts.id is 'The id of the message.';
comment on column submission_texts.created_at is 'Time at which the message arrived.';
comment on column submission_texts.folded is
  'Name, address, text, company and telephone number in lower case without accents, and the digits of the numbers.';
comment on column submission_texts.keys is 'Keys of the rarer characters and the periods.';

alter table submission_texts enable row level security, force row level security;
grant select on submission_texts to backup;

create policy operator on submission_texts to current_user using (true) with check (true);
create policy backup_reads on submission_texts for select to backup using (true);

-- The triggers have the operator's rights, because a visitor who sends a message may not see the texts.
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

comment on function keep_submission_texts is 'Updates the searched texts when messages are inserted or deleted.';

-- Operators correct a message or its time rarely, so a trigger for each row is enough. Marks never fire it.
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

comment on function keep_submission_text is 'Updates the searched text of a message that was corrected.';
grant execute on function
  fold, dialled, fold_submission, period_key, character_keys, submission_keys, keep_submission_texts, keep_submission_text
  to edge;

create trigger texts_after_insert after insert on contact_submissions
  referencing new table as after_rows for each statement execute function keep_submission_texts();
create trigger texts_after_delete after delete on contact_submissions
  referencing old table as before_rows for each statement execute function keep_submission_texts();
create trigger texts_after_truncate after truncate on contact_submissions
  for each statement execute function keep_submission_texts();
create trigger text_after_update
  after update of id, name, email, message, company, phone, created_at on contact_submissions
  for each row execute function keep_submission_text();

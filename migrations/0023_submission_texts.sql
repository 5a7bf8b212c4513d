-- The text in which the inbox searches: that of a message, and those of the entries of its conversation (0037). It has a table of its own, so marking a message does not rewrite the text and
-- its large index. One index serves every search. Its trigrams find the messages that may contain a text. Its keys find
-- the messages of a period, so a frequent text is searched among the newest only, and the messages with a rare
-- character or with a sign beside certain characters, because trigrams cover only letters and digits, and need three of
-- them. `fastupdate` is off: otherwise every search would read the list of pending entries, and a visitor's message
-- would sometimes wait until the list is merged.
--
-- Folding removes the differences that readers do not see or do not type: case, accents, invisible characters,
-- compatible signs (`m²`, full width), and the decimal digits of other scripts. It replaces each character by itself, so
-- a part of a text folds to a part of the folded text. `functions/contract/search-text.ts` folds in the same way; a test
-- compares both for every character.
--
-- Users write a telephone number in many ways, "8888 1234" or "+506 8888-1234", and search for it in another. So the
-- searched text also has the digits of every number in a message.

create function plain_digits(folded text) returns text
  language plpgsql immutable parallel safe
as $$
declare
  digits text := array_to_string(array(
    select chr(zero + digit)
    from generate_series(0, 9) digit, unnest(array[
      1632, 1776, 1984, 2406, 2534, 2662, 2790, 2918, 3046, 3174, 3302, 3430, 3558, 3664, 3792, 3872, 4160,
      4240, 6112, 6160, 6470, 6608, 6784, 6800, 6992, 7088, 7232, 7248, 42528, 43216, 43264, 43472, 43504,
      43600, 44016, 66720, 68912, 68928, 69734, 69872, 69942, 70096, 70384, 70736, 70864, 71248, 71360,
      71376, 71386, 71472, 71904, 72016, 72688, 72784, 73040, 73120, 73184, 73552, 90416, 92768, 92864,
      93008, 93552, 123200, 123632, 124144, 124401, 125264
    ]) zero
    order by zero, digit), '');
begin
  if folded !~ ('[' || digits || ']') then return folded; end if;
  return translate(folded, digits, repeat('0123456789', char_length(digits) / 10));
end
$$;

comment on function plain_digits is 'Returns a text in which 0 to 9 replace the decimal digits of other scripts.';

create function visible_characters(decomposed text) returns text
  language sql immutable parallel safe
  -- The marks, the format characters and the other default ignorable characters of Unicode.
  return regexp_replace(decomposed,
    '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0600-\u0605\u0610-\u061a'
    '\u061c\u064b-\u065f\u0670\u06d6-\u06dd\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u070f\u0711\u0730-\u074a'
    '\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b'
    '\u0890-\u089f\u08ca-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc'
    '\u09be-\u09cd\u09d7\u09e2\u09e3\u09fe-\u0a03\u0a3c-\u0a51\u0a70\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0acd'
    '\u0ae2\u0ae3\u0afa-\u0b03\u0b3c\u0b3e-\u0b57\u0b62\u0b63\u0b82\u0bbe-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c'
    '\u0c3e-\u0c56\u0c62\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cd6\u0ce2\u0ce3\u0cf3-\u0d03\u0d3b\u0d3c\u0d3e-\u0d4d'
    '\u0d57\u0d62\u0d63\u0d81-\u0d83\u0dca-\u0ddf\u0df2\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc'
    '\u0ec8-\u0ece\u0f18\u0f19\u0f35\u0f37\u0f39\u0f3e\u0f3f\u0f71-\u0f84\u0f86\u0f87\u0f8d-\u0fbc\u0fc6'
    '\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f'
    '\u109a-\u109d\u115f\u1160\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752\u1753\u1772\u1773\u17b4-\u17d3\u17dd'
    '\u180b-\u180f\u1885\u1886\u18a9\u1920-\u193b\u1a17-\u1a1b\u1a55-\u1a7f\u1ab0-\u1b04\u1b34-\u1b44'
    '\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4'
    '\u1cf7-\u1cf9\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20f0\u2cef-\u2cf1\u2d7f'
    '\u2de0-\u2dff\u302a-\u302f\u3099\u309a\u3164\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\ua6f0\ua6f1\ua802\ua806'
    '\ua80b\ua823-\ua827\ua82c\ua880\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983'
    '\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7\uaab8\uaabe\uaabf'
    '\uaac1\uaaeb-\uaaef\uaaf5\uaaf6\uabe3-\uabea\uabec\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0'
    '\ufff0-\ufffb\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a0f\U00010a38-\U00010a3f\U00010ae5'
    '\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab\U00010eac\U00010efa-\U00010eff'
    '\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073'
    '\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110bd\U000110c2-\U000110cd\U00011100-\U00011102'
    '\U00011127-\U00011134\U00011145\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0'
    '\U000111c9-\U000111cc\U000111ce\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea'
    '\U00011300-\U00011303\U0001133b\U0001133c\U0001133e-\U0001134d\U00011357\U00011362-\U00011374'
    '\U000113b8-\U000113d0\U000113d2\U000113e1\U000113e2\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3'
    '\U000115af-\U000115c0\U000115dc\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b'
    '\U0001182c-\U0001183a\U00011930-\U0001193e\U00011940\U00011942\U00011943\U000119d1-\U000119e0\U000119e4'
    '\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b'
    '\U00011a8a-\U00011a99\U00011b60-\U00011b67\U00011c2f-\U00011c3f\U00011c92-\U00011cb6\U00011d31-\U00011d45'
    '\U00011d47\U00011d8a-\U00011d97\U00011ef3-\U00011ef6\U00011f00\U00011f01\U00011f03\U00011f34-\U00011f42'
    '\U00011f5a\U00013430-\U00013440\U00013447-\U00013455\U0001611e-\U0001612f\U00016af0-\U00016af4'
    '\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f92\U00016fe4-\U00016ff1\U0001bc9d\U0001bc9e'
    '\U0001bca0-\U0001bca3\U0001cf00-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d182\U0001d185-\U0001d18b'
    '\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84'
    '\U0001da9b-\U0001daaf\U0001e000-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef'
    '\U0001e4ec-\U0001e4ef\U0001e5ee\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee\U0001e6ef\U0001e6f5'
    '\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0000-\U000e0fff]+', '', 'g');

comment on function visible_characters is
  'Returns a decomposed text without accents and the other characters that show nothing by themselves.';

create function plain_signs(decomposed text) returns text
  language plpgsql immutable parallel safe
as $$
declare
  plain text := regexp_replace(regexp_replace(regexp_replace(
    decomposed, '[‘’‚‛′ʼ]', '''', 'g'), '[“”„‟]', '"', 'g'), '[‐‒–—―−]', '-', 'g');
begin
  if plain !~ '[øđðħıłŧŋς⁄×ßæœþ]' then return plain; end if;
  plain := translate(plain, 'øđðħıłŧŋς⁄×', 'oddhiltnσ/x');
  return replace(replace(replace(replace(plain, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
end
$$;

comment on function plain_signs is
  'Returns a text with plain quotes and dashes, and with basic letters for those that Unicode does not decompose.';

create function fold(original text) returns text
  language plpgsql immutable parallel safe
as $$
declare
  folded text := original;
begin
  if octet_length(folded) > char_length(folded) then
    folded := public.plain_signs(lower(normalize(replace(folded, '´', ''''), nfkd)));
    folded := public.visible_characters(folded);
    if octet_length(folded) > char_length(folded) then folded := public.plain_digits(folded); end if;
  end if;
  return regexp_replace(lower(folded), '[\u0001-\u001f\u007f-\u009f\u1680\u2028\u2029\u2800]', ' ', 'g');
end
$$;

comment on function fold is
  'Returns a text as searches compare it: in lower case, without accents and invisible characters, with plain signs, digits and spaces.';

create function dialled(folded text) returns text
  language sql immutable strict parallel safe
  return (
    select string_agg(digits, ' ')
    from regexp_matches(folded, '[0-9](?:[ ().+/-]*[0-9]){5,}', 'g') as number (parts),
      regexp_replace(parts[1], '[^0-9]', '', 'g') as digits
    where digits <> parts[1]
  );

comment on function dialled is 'Returns the digits of each number of six or more digits that is written with separators; null without such a number.';

create function fold_submission(name text, email text, message text, company text, phone text) returns text
  language sql immutable parallel safe
  return (
    select folded || coalesce(public.dialled(folded) || e'\x01', '')
    from concat(
      public.fold(name), e'\x01', public.fold(email), e'\x01', public.fold(message), e'\x01', public.fold(company), e'\x01',
      public.fold(phone), e'\x01') folded
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
    select distinct ascii(letter)
    from unnest(string_to_array(
      regexp_replace(folded, '[abcdefghilmnoprstuvy .,@\u0001]+', '', 'g'), null)) letter
  );

comment on function character_keys is 'Returns the code points of the rarer characters of a text.';

-- Code points end below 2^21, so these keys are greater. A missing neighbor, or one beyond ASCII, gives no key.
create function sign_keys(folded text) returns integer[]
  language plpgsql immutable strict parallel safe
as $$
declare
  keys integer[] := '{}';
  word text;
  before integer;
  sign integer;
  following integer;
begin
  for word in
    select parts[1] from regexp_matches(folded, '[^ \u0001]*[!-/:-@[-`{-~][^ \u0001]*', 'g') parts
  loop
    before := null;
    sign := null;
    foreach following in array array(
      select case when ascii(letter) < 128 then ascii(letter) end from unnest(string_to_array(word, null)) letter
    ) || array[null::integer]
    loop
      if sign between 33 and 47 or sign between 58 and 64 or sign between 91 and 96 or sign between 123 and 126 then
        keys := keys || array[
          (1 << 22) | (before << 7) | sign,
          (1 << 22) | (sign << 7) | following,
          (1 << 23) | (before << 14) | (sign << 7) | following];
      end if;
      before := sign;
      sign := following;
    end loop;
  end loop;
  return array_remove(keys, null);
end
$$;

comment on function sign_keys is
  'Returns the keys of each two and three adjacent ASCII characters of a word of which one is a sign, such as `i@` and `4/7`.';

create function submission_keys(folded text, moment timestamptz) returns integer[]
  language sql stable parallel safe
  return public.character_keys(folded)
    || public.sign_keys(folded)
    || case when octet_length(folded) > char_length(folded) then array[0] else '{}' end
    || array[
      public.period_key(1, moment), public.period_key(2, moment), public.period_key(3, moment),
      public.period_key(4, moment), public.period_key(5, moment)
    ];

comment on function submission_keys is
  'Returns the keys of a message: its rarer characters, its signs, 0 if a character is beyond ASCII, and its periods.';

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
comment on column submission_texts.keys is 'Keys of the rarer characters, the signs and the periods.';

alter table submission_texts enable row level security, force row level security;
grant select on submission_texts to backup;

create policy operator on submission_texts to current_user using (true) with check (true);
create policy backup_reads on submission_texts for select to backup using (true);

-- The triggers have the operator's rights, because a visitor who sends a message may not see the texts.
create function update_submission_texts() returns trigger
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

comment on function update_submission_texts is 'Updates the searched texts when messages are inserted or deleted.';

-- Operators correct a message or its time rarely, so a trigger for each row is enough. Marks never fire it.
create function update_submission_text() returns trigger
  language plpgsql security definer
  set search_path = 'public'
as $$
begin
  delete from submission_texts where id = old.id;
  insert into submission_texts (id, created_at, folded, keys)
  select new.id, new.created_at, folded, submission_keys(folded, new.created_at)
  from concat(fold_submission(new.name, new.email, new.message, new.company, new.phone), fold_entries(new.id)) folded;
  return null;
end
$$;

comment on function update_submission_text is 'Updates the searched text of a message that was corrected.';
grant execute on function
  plain_digits, visible_characters, plain_signs, fold, dialled, fold_submission, period_key, character_keys, sign_keys,
  submission_keys, update_submission_texts, update_submission_text
  to edge;

create trigger texts_after_insert after insert on contact_submissions
  referencing new table as after_rows for each statement execute function update_submission_texts();
create trigger texts_after_delete after delete on contact_submissions
  referencing old table as before_rows for each statement execute function update_submission_texts();
create trigger texts_after_truncate after truncate on contact_submissions
  for each statement execute function update_submission_texts();
create trigger text_after_update
  after update of id, name, email, message, company, phone, created_at on contact_submissions
  for each row execute function update_submission_text();

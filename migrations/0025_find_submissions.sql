-- The search of the inbox: the newest messages first, in time that hardly grows with the number of messages. A search that
-- takes longer stops and says where it continues, so none fails. The first page of a search stops early, because people
-- wait for it. Each word has to be in a message, in any of its parts and in any order, "camaras, heredia". A number is
-- found by its digits, however it is written on either side, in one word or in several; digits before the last eight are a
-- country code and may be left out. The newest messages show which parts of the words are rare. The index is asked for
-- these only, and its results are compared with all words. The list of a property reads the newest messages of each kind
-- (0024) in `contact_submissions_properties`.
--
-- `criteria` is an object of those that are set: `q` (words), `name` (words of the sender's name or address), `sender` (an
-- address), `from` and `to` (days, both included), and properties with their values (0020).
--
-- Row-level security would prevent the search index, because a comparison may not see a row before a policy has. So
-- `find_submissions` checks the role first and then reads with the operator's rights.

create function as_number(folded text) returns text
  language sql immutable strict parallel safe
  return case
    when folded ~ '^[+(]*[0-9](?:[ ().+/-]*[0-9]){5,14}\)?$'
    then right(regexp_replace(folded, '[^0-9]', '', 'g'), 8)
  end;

comment on function as_number is 'Returns the digits by which a number of 6 to 15 digits is searched, without its separators; null for other texts.';

create function bare_word(folded text) returns text
  language sql immutable strict parallel safe
  return coalesce(nullif(btrim(folded, e',;:.!?\'"()<>¿¡«»'), ''), folded);

comment on function bare_word is
  'Returns a folded word without the punctuation at its ends; a word of punctuation only stays.';

create function searched_words(term text) returns text[]
  language sql immutable parallel safe
  return array(
    select word
    from (
      select public.bare_word(string_agg(token, ' ' order by position)) as whole, array_agg(public.bare_word(token)) as parts
      from (
        -- Adjacent words that have only digits and signs get the same value of `run`.
        select token, position, of_digits, position - row_number() over (partition by of_digits order by position) as run
        from (
          select token, position, public.bare_word(token) ~ '^[0-9().+/-]+$' as of_digits
          from regexp_split_to_table(public.fold(term), ' +') with ordinality as split (token, position)
          where token <> ''
        ) split
      ) split
      group by of_digits, run
    ) runs,
      unnest(case when public.as_number(whole) is null then parts else array[whole] end) part,
      coalesce(public.as_number(part), part) word
    group by word order by char_length(word) desc, word
  );

comment on function searched_words is 'Returns the words of a search, each once and folded, the longest first.';

create function as_patterns(search_words text[]) returns text[]
  language sql immutable strict parallel safe
  return array(
    select '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    from unnest(search_words) with ordinality as numbered (word, position) order by position
  );

comment on function as_patterns is 'Returns a pattern for each word that matches the texts with the word.';

create function is_hit(folded text, patterns text[], sender_patterns text[]) returns boolean
  language sql immutable parallel safe
  return folded like all (patterns) and (
    sender_patterns = '{}'
    -- The name and the address are the first two parts of the text (0023).
    or split_part(folded, e'\x01', 1) || e'\x01' || split_part(folded, e'\x01', 2) like all (sender_patterns)
  );

comment on function is_hit is 'Returns whether the searched text of a message matches all patterns, and its sender those of the sender.';

create function newest_submissions(
  in_spam boolean, is_read boolean, kinds text[], since_at timestamptz, before_at timestamptz, before_id uuid, row_limit integer
) returns table (id uuid, created_at timestamptz)
  language plpgsql stable rows 50
  set search_path = 'public'
  set plan_cache_mode = 'force_custom_plan'
as $$
begin
  if kinds is null then
    return query
      select s.id, s.created_at from contact_submissions s
      where s.spam = in_spam and (is_read is null or s.read = is_read)
        and (s.created_at, s.id) < (before_at, before_id) and s.created_at >= since_at
      order by s.created_at desc, s.id desc limit row_limit;
    return;
  end if;
  return query
    select first.id, first.created_at
    from unnest(kinds) kind,
      unnest(case when is_read is null then array[false, true] else array[is_read] end) mark,
      lateral (
        select s.id, s.created_at from contact_submissions s
        -- The range adds nothing, but without it the planner expects to find the kind soon among all messages with these
        -- marks, and reads all of them if there is none.
        where s.properties = kind and s.properties between kind and kind and s.spam = in_spam and s.read = mark
          and (s.created_at, s.id) < (before_at, before_id) and s.created_at >= since_at
        order by s.created_at desc, s.id desc limit row_limit
      ) first
    order by first.created_at desc, first.id desc limit row_limit;
end
$$;

comment on function newest_submissions is
  'Returns ids and times of the messages of a folder, of kinds (null: of all) and of a period, newest first; only find_submissions calls it.';

create function rarest_parts(search_words text[], sample text[]) returns text[]
  language sql stable parallel safe
  set search_path = ''
as $$
  select array(
    select '%' || part || '%'
    from (
      select part, frequency, row_number() over (partition by word order by frequency, part) as turn
      from (
        select distinct word, substr(word, start, 3) as part
        from unnest(search_words) word, generate_series(1, char_length(word) - 2) start
      ) parts,
        lateral (select count(*) as frequency from unnest(sample) folded where position(part in folded) > 0) counted
      -- Trigrams are of letters and digits, and of the beginnings and ends of their runs.
      where part ~ '^([[:alnum:]]{3}|[[:alnum:]]{2}[^[:alnum:]\\%_]|[^[:alnum:]\\%_][[:alnum:]]{2})$'
        and frequency <= 0.6 * cardinality(sample)
    ) ranked
    where turn = 1 or frequency <= 2
    order by turn, frequency, part limit 4
  )
$$;

comment on function rarest_parts is
  'Returns patterns of parts of words by which the index finds few messages: the rarest part of each word in a sample of texts, and other rare parts.';

create function rare_pair(search_words text[], sample text[], maximum integer) returns text
  language sql stable parallel safe
  set search_path = ''
as $$
  -- Two letters begin a trigram with any ASCII character after them.
  select word || '[\u0001-\u007f]'
  from unnest(search_words) word,
    lateral (select count(*) as frequency from unnest(sample) folded where position(word in folded) > 0) counted
  where word ~ '^[a-z0-9]{2}$' and frequency <= maximum
  order by frequency, word limit 1
$$;

comment on function rare_pair is
  'Returns a pattern of the two-letter word that occurs in the fewest texts of a sample, and in `maximum` at most; null without one.';

create function find_submissions(
  criteria jsonb, in_spam boolean, is_read boolean, before_at timestamptz, before_id uuid, row_limit integer,
  patience interval default null
) returns table (id uuid, reached_at timestamptz)
  language plpgsql stable security definer rows 50
  set search_path = 'public'
  set plan_cache_mode = 'force_custom_plan'
  set enable_seqscan = off
  set max_parallel_workers_per_gather = 0
as $$
#variable_conflict use_column
declare
  started_at timestamptz := clock_timestamp();
  is_quick boolean := patience is null and before_at = 'infinity';
  sender_words text[] := searched_words(criteria ->> 'name');
  search_words text[] := searched_words(criteria ->> 'q') || sender_words;
  kinds text[] := kinds_of_submissions(criteria);
  since_at timestamptz := coalesce(day_start((criteria ->> 'from')::date), '-infinity');
  until_at timestamptz := coalesce(day_start((criteria ->> 'to')::date + 1), 'infinity');
  patterns text[] := as_patterns(search_words);
  sender_patterns text[] := as_patterns(sender_words);
  -- Parts of words of which trigrams exist; they are chosen when the newest messages do not suffice.
  indexed text[] := '{}';
  pair text;
  -- Digits are too frequent to narrow a search that has trigrams.
  rare integer[] := character_keys(translate(array_to_string(search_words, ''),
      case when array_to_string(search_words, ' ') ~ '[[:alnum:]]{3}' then '0123456789' else '' end, ''))
    || array(
      select key from (
        select key, key >> 23 = max(key >> 23) over (partition by word) as is_longest
        from unnest(search_words) word, unnest(sign_keys(word)) key
      ) signs where is_longest);
  -- The folders of the search, and the state of each: the number of messages that it still lacks (null: it is complete),
  -- and the position behind which they are.
  spam_marks boolean[] := case when in_spam is null then array[false, false, true] else array[in_spam] end;
  read_marks boolean[] := case when in_spam is null then array[false, true, null] else array[is_read] end;
  lacking integer[] := array_fill(null::integer, array[cardinality(spam_marks)]);
  reached timestamptz[] := lacking;
  reached_ids uuid[] := lacking;
  -- The number of the newest messages of a folder that are read, and of earlier texts that a quick search compares. The
  -- search of every folder needs numbers only, and reads three.
  probes integer := case when in_spam is null then 100 when is_quick then 150 else 200 end;
  probed integer;
  newest timestamptz;
  oldest timestamptz;
  oldest_id uuid;
  newest_hits uuid[];
  texts text[];
  newest_texts text[] := '{}';
  sample text[] := '{}';
  is_rare boolean;
  hours double precision := 1;
  growth double precision := case when is_quick then 1 else 8 end;
  level integer;
  until_reached timestamptz;
  floor_at timestamptz;
  window_keys integer[];
  window_started_at timestamptz;
  deadline timestamptz := 'infinity';
  compared integer := 0;
  is_cut boolean := false;
  candidate record;
  hits uuid[];
  hit_times timestamptz[];
  hit_folders integer[];
begin
  if not is_admin() then return; end if;

  -- A cursor with the least id has every message before this time behind it.
  if until_at <= before_at then
    before_at := until_at;
    before_id := '00000000-0000-0000-0000-000000000000';
  end if;

  for folder in 1..cardinality(spam_marks) loop
    if criteria ? 'sender' then
      return query
        select s.id, null::timestamptz from contact_submissions s
        where lower(s.email) = lower(criteria ->> 'sender')
          and s.spam = spam_marks[folder] and (read_marks[folder] is null or s.read = read_marks[folder])
          and (kinds is null or s.properties = any(kinds))
          and (s.created_at, s.id) < (before_at, before_id) and s.created_at >= since_at
          and (search_words = '{}' or exists (
            select from submission_texts t where t.id = s.id and is_hit(t.folded, patterns, sender_patterns)))
        order by s.created_at desc, s.id desc limit row_limit;
      continue;
    end if;

    if search_words = '{}' then
      return query
        select n.id, null::timestamptz
        from newest_submissions(spam_marks[folder], read_marks[folder], kinds, since_at, before_at, before_id, row_limit) n;
      continue;
    end if;

    -- First the newest messages: they have the frequent words, and a small folder ends there.
    select count(*), max(p.created_at), min(p.created_at),
      (array_agg(p.id order by p.created_at, p.id))[1],
      coalesce(
        array_agg(p.id order by p.created_at desc, p.id desc) filter (where is_hit(t.folded, patterns, sender_patterns)),
        '{}'),
      array_agg(t.folded order by p.created_at desc, p.id desc)
    into probed, newest, oldest, oldest_id, newest_hits, texts
    from newest_submissions(spam_marks[folder], read_marks[folder], kinds, since_at, before_at, before_id, probes) p
      join submission_texts t on t.id = p.id;
    return query select unnest(newest_hits[1:row_limit]), null::timestamptz;
    if probed = probes and cardinality(newest_hits) < row_limit and oldest > since_at then
      lacking[folder] := row_limit - cardinality(newest_hits);
      reached[folder] := oldest;
      reached_ids[folder] := oldest_id;
      sample := sample || texts[1:64];
      newest_texts := newest_texts || texts;
      hours := greatest(hours, extract(epoch from newest - oldest) / 3600);
    end if;
  end loop;
  if sample = '{}' then return; end if;
  -- A word that is rare in a part of the inbox can be frequent in the index, which knows the whole inbox only.
  newest_texts := newest_texts || array(
    select t.folded
    from newest_submissions(false, null, null, '-infinity', before_at, before_id, 64) p join submission_texts t on t.id = p.id);

  indexed := rarest_parts(search_words, sample);
  pair := rare_pair(search_words, sample, case when indexed = '{}' then cardinality(sample) else 2 end);
  is_rare := not exists (
    select from unnest(newest_texts) folded where folded like all (indexed) and (pair is null or folded ~ pair));
  -- Parts that are frequent one by one have long lists in the index of a large inbox, also if they are rare together. A
  -- quick search does not wait for these.
  if is_quick and is_rare and indexed <> '{}'
    and (select sum(count) from inbox_counts where days = 4096) > 100000
  then
    is_rare := exists (
      select from unnest(indexed) part
      where (select count(*) from unnest(newest_texts) folded where folded like part) <= 0.03 * cardinality(newest_texts));
  end if;
  until_reached := (select max(moment) from unnest(reached) moment);

  -- Then earlier periods, each up to eight times as long as the one before; the index has keys for them. Rare parts are
  -- searched in all periods at once; if that takes half of the patience or compares too many texts, they are not rare. The
  -- first period always ends. If patience ends, the result is what was found, and the time at which the search continues.
  -- A quick search ends after one period, and before if it compares too many texts.
  patience := coalesce(patience, '500 milliseconds');
  <<periods>>
  loop
    window_started_at := clock_timestamp();
    floor_at := since_at;
    window_keys := null;
    hits := '{}';
    hit_times := '{}';
    hit_folders := '{}';
    -- Times before 1970 have no keys.
    if not is_rare and extract(epoch from until_reached) / 3600 > 2 * hours * growth then
      hours := hours * growth;
      level := least(5, greatest(1, ceil(log(8, hours::numeric)) - 1));
      floor_at := greatest(since_at, to_timestamp(
        floor((extract(epoch from until_reached) / 3600 - hours) / (8 ^ level)) * 8 ^ level * 3600));
      window_keys := array(
        select distinct period_key(level, moment)
        from generate_series(floor_at, until_reached + interval '1 hour' * 8 ^ level, interval '1 hour' * 8 ^ level) moment);
    end if;

    for candidate in
      select t.id, t.created_at,
        case when is_hit(t.folded, patterns, sender_patterns) then (
          select case
              when in_spam is null then case when s.spam then 3 when s.read then 2 else 1 end
              when s.spam = in_spam and (is_read is null or s.read = is_read) then 1
            end
          from contact_submissions s
          where s.id = t.id and (kinds is null or s.properties = any(kinds))
        ) end as folder
      from submission_texts t
      where (window_keys is null or t.keys && window_keys) and (rare = '{}' or t.keys @> rare)
        and (cardinality(indexed) < 1 or t.folded like indexed[1])
        and (cardinality(indexed) < 2 or t.folded like indexed[2])
        and (cardinality(indexed) < 3 or t.folded like indexed[3])
        and (cardinality(indexed) < 4 or t.folded like indexed[4])
        and (pair is null or t.folded ~ pair or t.keys @> '{0}')
        and t.created_at <= until_reached and t.created_at >= floor_at
    loop
      compared := compared + 1;
      if clock_timestamp() > (case when is_rare then started_at + patience / 2 else deadline end)
        or (is_quick or is_rare) and compared > probes
      then
        if is_rare and not is_quick then
          is_rare := false;
          continue periods;
        end if;
        is_cut := true;
        exit;
      end if;
      if lacking[candidate.folder] > 0
        and (candidate.created_at, candidate.id) < (reached[candidate.folder], reached_ids[candidate.folder])
      then
        hits := hits || candidate.id;
        hit_times := hit_times || candidate.created_at;
        hit_folders := hit_folders || candidate.folder;
      end if;
    end loop;

    return query
      select hit.id, null::timestamptz
      from (
        select *, row_number() over (partition by folder order by moment desc, id desc) as number
        from unnest(hits, hit_times, hit_folders) as hit_list (id, moment, folder)
      ) hit
      -- A cut period may lack newer messages, which matters to a list, and not to the search of every folder.
      where hit.number <= lacking[hit.folder] and (not is_cut or in_spam is null)
      order by hit.moment desc, hit.id desc;
    if is_cut then
      return query select null::uuid, until_reached;
      return;
    end if;
    for folder in 1..cardinality(lacking) loop
      lacking[folder] := lacking[folder] - (select count(*) from unnest(hit_folders) hit_folder where hit_folder = folder);
      reached[folder] := floor_at;
      reached_ids[folder] := '00000000-0000-0000-0000-000000000000';
    end loop;
    if floor_at = since_at or not exists (select from unnest(lacking) number where number > 0) then return; end if;

    until_reached := floor_at;
    deadline := started_at + patience * 1.5;
    if is_quick or clock_timestamp() > started_at + patience then
      return query select null::uuid, until_reached;
      return;
    end if;
    -- The next period takes half of the time that is left, if messages are spread evenly.
    growth := least(8, greatest(1, extract(epoch from started_at + patience - clock_timestamp())
      / (2 * extract(epoch from clock_timestamp() - window_started_at + interval '1 millisecond'))));
  end loop;
end
$$;

comment on function find_submissions is
  'Returns ids of the messages of a folder that meet criteria, newest first, for administrators only. Without a folder it returns `row_limit` of the unread, of the read and of the spam. If the search takes longer than `patience` (null: half a second, and less for the first page), the last row has no id; the messages before its `reached_at` are not searched yet.';
grant execute on function as_number, bare_word, searched_words, as_patterns, is_hit, find_submissions to edge;

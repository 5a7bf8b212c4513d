-- The search of the inbox: the newest messages first, in time that does not grow with the number of messages. Each word
-- has to be in a message, in any of its parts and in any order, "camaras, heredia". A number is found by its digits,
-- however it is written on either side, in one word or in several; digits before the last eight are a country code and
-- may be left out. The newest messages show which parts of the words are rare.
-- The index is asked for these only, and its results are compared with all words. A list of one service or language reads
-- the newest messages of each kind in `contact_submissions_kinds`.
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
      select public.bare_word(string_agg(written, ' ' order by place)) as whole, array_agg(public.bare_word(written)) as parts
      from (
        -- Adjacent words that have only digits and signs get the same value of `run`.
        select written, place, of_digits, place - row_number() over (partition by of_digits order by place) as run
        from (
          select written, place, public.bare_word(written) ~ '^[0-9().+/-]+$' as of_digits
          from regexp_split_to_table(public.fold(term), ' +') with ordinality as split (written, place)
          where written <> ''
        ) split
      ) split
      group by of_digits, run
    ) runs,
      unnest(case when public.as_number(whole) is null then parts else array[whole] end) part,
      coalesce(public.as_number(part), part) word
    group by word order by char_length(word) desc, word
  );

comment on function searched_words is 'Returns the words of a search, each once and folded, the longest first.';

create function newest_submissions(
  in_spam boolean, is_read boolean, of_service text, of_language text,
  since_at timestamptz, before_at timestamptz, before_id uuid, wanted integer, has_meeting boolean
) returns table (id uuid, created_at timestamptz)
  language plpgsql stable rows 50
  set search_path = 'public'
  set plan_cache_mode = 'force_custom_plan'
as $$
begin
  if has_meeting then
    return query
      select s.id, s.created_at from contact_submissions s
      where (s.meeting_day is not null or s.meeting_part is not null)
        and s.spam = in_spam and (is_read is null or s.read = is_read)
        and (of_service is null or coalesce(s.service_type, 'none') = of_service)
        and (of_language is null or s.language = of_language)
        and (s.created_at, s.id) < (before_at, before_id) and s.created_at >= since_at
      order by s.created_at desc, s.id desc limit wanted;
    return;
  end if;
  if of_service is null and of_language is null then
    return query
      select s.id, s.created_at from contact_submissions s
      where s.spam = in_spam and (is_read is null or s.read = is_read)
        and (s.created_at, s.id) < (before_at, before_id) and s.created_at >= since_at
      order by s.created_at desc, s.id desc limit wanted;
    return;
  end if;
  return query
    select first.id, first.created_at
    from kinds_of_submissions(of_service, of_language) kind,
      unnest(case when is_read is null then array[false, true] else array[is_read] end) mark,
      lateral (
        select s.id, s.created_at from contact_submissions s
        where coalesce(s.service_type, 'none') = kind.service and s.language = kind.language
          and s.spam = in_spam and s.read = mark
          and (s.created_at, s.id) < (before_at, before_id) and s.created_at >= since_at
        -- Naming the constants makes the planner read this kind in its index. Otherwise it expects to find the kind soon
        -- among all messages with these marks, and reads all of them if there is none.
        order by coalesce(s.service_type, 'none'), s.language, s.spam, s.read, s.created_at desc, s.id desc limit wanted
      ) first
    order by first.created_at desc, first.id desc limit wanted;
end
$$;

comment on function newest_submissions is
  'Returns ids and times of the messages of a folder, a service, a language and a period, or of its meetings, newest first; only find_submissions calls it.';

create function rarest_parts(words text[], sample text[]) returns text[]
  language sql stable parallel safe
  set search_path = ''
as $$
  select array(
    select '%' || part || '%'
    from (
      select part, frequency, row_number() over (partition by word order by frequency, part) as turn
      from (
        select distinct word, substr(word, start, 3) as part
        from unnest(words) word, generate_series(1, char_length(word) - 2) start
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

create function rare_pair(words text[], sample text[], maximum integer) returns text
  language sql stable parallel safe
  set search_path = ''
as $$
  -- Two letters begin a trigram with any ASCII character after them.
  select word || '[\u0001-\u007f]'
  from unnest(words) word,
    lateral (select count(*) as frequency from unnest(sample) folded where position(word in folded) > 0) counted
  where word ~ '^[a-z0-9]{2}$' and frequency <= maximum
  order by frequency, word limit 1
$$;

comment on function rare_pair is
  'Returns a pattern of the two-letter word that occurs in the fewest texts of a sample, and in `maximum` at most; null without one.';

create function find_submissions(
  in_spam boolean, is_read boolean, term text, from_sender text,
  before_at timestamptz, before_id uuid, wanted integer,
  of_service text default null, of_language text default null,
  since_at timestamptz default '-infinity', until_at timestamptz default 'infinity', has_meeting boolean default false
) returns setof uuid
  language plpgsql stable security definer rows 50
  set search_path = 'public'
  set plan_cache_mode = 'force_custom_plan'
  set enable_seqscan = off
  set max_parallel_workers_per_gather = 0
  set jit = off
as $$
declare
  words text[] := searched_words(term);
  patterns text[] := array(
    select '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    from unnest(words) with ordinality as each (word, place) order by place);
  -- Parts of words of which trigrams exist; they are chosen when the newest messages do not suffice.
  indexed text[] := '{}';
  pair text;
  -- Digits are too frequent to narrow a search that has trigrams.
  rare integer[] := character_keys(translate(array_to_string(words, ''),
      case when array_to_string(words, ' ') ~ '[[:alnum:]]{3}' then '0123456789' else '' end, ''))
    || array(
      select key from (
        select key, key >> 23 = max(key >> 23) over (partition by word) as is_longest
        from unnest(words) word, unnest(sign_keys(word)) key
      ) signs where is_longest);
  -- The index of the texts does not know the service, language and marks, so more of the newest messages of a part of the
  -- inbox are read before it.
  probes integer := case when of_service is null and of_language is null and not in_spam and is_read is null
      and not has_meeting then 300
    else 1000 end;
  probed integer;
  reached_at timestamptz;
  reached_id uuid;
  newest timestamptz;
  hours bigint;
  level integer;
  window_keys integer[];
  floor_at timestamptz;
  found uuid[];
  more uuid[];
  sample text[];
  is_rare boolean;
begin
  if in_spam is null or not is_admin() then return; end if;

  -- A cursor with the least id has every message before this time behind it.
  if until_at <= before_at then
    before_at := until_at;
    before_id := '00000000-0000-0000-0000-000000000000';
  end if;

  if from_sender is not null then
    return query
      select s.id from contact_submissions s
      where lower(s.email) = lower(from_sender)
        and s.spam = in_spam and (is_read is null or s.read = is_read)
        and (of_service is null or coalesce(s.service_type, 'none') = of_service)
        and (of_language is null or s.language = of_language)
        and (not has_meeting or s.meeting_day is not null or s.meeting_part is not null)
        and (s.created_at, s.id) < (before_at, before_id) and s.created_at >= since_at
        and (words = '{}' or exists (
          select from submission_texts t where t.id = s.id and t.folded like all (patterns)))
      order by s.created_at desc, s.id desc limit wanted;
    return;
  end if;

  if words = '{}' then
    return query
      select n.id
      from newest_submissions(in_spam, is_read, of_service, of_language, since_at, before_at, before_id, wanted, has_meeting) n;
    return;
  end if;

  -- First the newest messages: they have the frequent words, and a small folder ends there.
  select count(*), max(p.created_at), min(p.created_at),
    (array_agg(p.id order by p.created_at, p.id))[1],
    coalesce(
      array_agg(p.id order by p.created_at desc, p.id desc) filter (where t.folded like all (patterns)), '{}'),
    array_agg(t.folded order by p.created_at desc, p.id desc)
  into probed, newest, reached_at, reached_id, found, sample
  from newest_submissions(in_spam, is_read, of_service, of_language, since_at, before_at, before_id, probes, has_meeting) p
    join submission_texts t on t.id = p.id;

  if probed = probes and cardinality(found) < wanted and reached_at > since_at then
    indexed := rarest_parts(words, sample[1:64]);
    pair := rare_pair(words, sample[1:64], case when indexed = '{}' then 64 else 2 end);
    is_rare := not exists (select from unnest(sample) folded where folded like all (indexed) and (pair is null or folded ~ pair));
  end if;

  -- Then earlier periods, each eight times as long as the one before; the index has keys for them. The index finds rare
  -- parts of words directly, and the matches before the third period, which are rare.
  hours := greatest(1, ceil(extract(epoch from newest - reached_at) / 3600));
  for step in 1..4 loop
    exit when probed < probes or cardinality(found) >= wanted or reached_at <= since_at;
    floor_at := since_at;
    window_keys := null;
    hours := hours * 8;
    -- Times before 1970 have no keys.
    if step < 4 and not is_rare and extract(epoch from reached_at) / 3600 > 2 * hours then
      level := least(5, greatest(1, ceil(log(8, hours::numeric)) - 1));
      floor_at := greatest(since_at, to_timestamp(
        floor((extract(epoch from reached_at) / 3600 - hours) / (8 ^ level)) * 8 ^ level * 3600));
      window_keys := array(
        select distinct period_key(level, moment)
        from generate_series(floor_at, reached_at + interval '1 hour' * 8 ^ level, interval '1 hour' * 8 ^ level) moment);
    end if;
    select coalesce(array_agg(id), '{}') into more from (
      select s.id
      from (
        select t.id, t.created_at from submission_texts t
        where (window_keys is null or t.keys && window_keys) and (rare = '{}' or t.keys @> rare)
          and (cardinality(indexed) < 1 or t.folded like indexed[1])
          and (cardinality(indexed) < 2 or t.folded like indexed[2])
          and (cardinality(indexed) < 3 or t.folded like indexed[3])
          and (cardinality(indexed) < 4 or t.folded like indexed[4])
          and (pair is null or t.folded ~ pair or t.keys @> '{0}')
          and t.folded like all (patterns)
          and (t.created_at, t.id) < (reached_at, reached_id) and t.created_at >= floor_at
        -- Keeps the planner from reading a whole folder and its texts instead.
        offset 0
      ) t join contact_submissions s on s.id = t.id
      where s.spam = in_spam and (is_read is null or s.read = is_read)
        and (of_service is null or coalesce(s.service_type, 'none') = of_service)
        and (of_language is null or s.language = of_language)
        and (not has_meeting or s.meeting_day is not null or s.meeting_part is not null)
      order by t.created_at desc, t.id desc limit wanted - cardinality(found)
    ) page;
    found := found || more;
    reached_at := floor_at;
    reached_id := '00000000-0000-0000-0000-000000000000';
  end loop;
  return query select unnest(found[1:wanted]);
end
$$;

comment on function find_submissions is
  'Returns ids of the messages of a folder by words, sender, service, language, period and meeting, newest first, for administrators only.';
grant execute on function as_number, bare_word, searched_words, find_submissions to edge;

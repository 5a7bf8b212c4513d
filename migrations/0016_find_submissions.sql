-- How the inbox finds messages: newest first, in time that does not grow with their number, by words. Each word has to
-- be somewhere in a message, in any of its parts and in any order, "camaras, heredia". A number is found by its digits,
-- however it is written on either side, in one word or in several; what comes before its last eight is a country's
-- code, which may be left out. The index is asked for the four longest words, which are the rarest, and what it finds
-- is compared with all of them.
--
-- Row-level security would keep the search index from being used, because it may not let a comparison see a row before
-- the policy has. This function therefore asks for the role first, and looks with the operator's rights.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create function as_number(folded text) returns text
  language sql immutable strict parallel safe
  return case
    when folded ~ '^[+(]*[0-9](?:[[:space:]().+/-]*[0-9]){5,14}\)?$'
    then right(regexp_replace(folded, '[^0-9]', '', 'g'), 8)
  end;

comment on function as_number is
  'By which digits a number of 6 to 15 is looked for, whatever is written between them; null for other texts.';

create function bare_word(folded text) returns text
  language sql immutable strict parallel safe
  return coalesce(nullif(btrim(folded, e',;:.!?\'"()<>¿¡„“”‘’«»'), ''), folded);

comment on function bare_word is
  'A word without the punctuation at its ends, of which folding makes < and > as well; what is nothing else stays.';

create function searched_words(term text) returns text[]
  language sql immutable parallel safe
  return array(
    select word
    from (
      select public.bare_word(string_agg(written, ' ' order by place)) as whole, array_agg(public.bare_word(written)) as parts
      from (
        -- Words side by side that are digits and signs alone have the same difference.
        select written, place, of_digits, place - row_number() over (partition by of_digits order by place) as run
        from (
          select written, place, public.bare_word(written) ~ '^[0-9().+/-]+$' as of_digits
          from regexp_split_to_table(public.fold(term), e'[[:space:]\u00a0]+') with ordinality as split (written, place)
          where written <> ''
        ) split
      ) split
      group by of_digits, run
    ) runs,
      unnest(case when public.as_number(whole) is null then parts else array[whole] end) part,
      coalesce(public.as_number(part), part) word
    group by word order by char_length(word) desc, word
  );

comment on function searched_words is 'The words that a search is for, each once and folded, the longest first.';

create function find_submissions(
  in_spam boolean, is_read boolean, term text, from_sender text,
  before_at timestamptz, before_id uuid, wanted integer
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
  -- Where trigrams can be taken from a word, at its ends as well; otherwise the index would be read from end to end.
  indexed text[] := array(
    select patterns[place] from unnest(words) with ordinality as each (word, place)
    where word ~ '[[:alnum:]]{3}|[[:alnum:]]{2}[^[:alnum:]]|[^[:alnum:]][[:alnum:]]'
    order by place limit 4);
  others text[] := array(
    select pattern from unnest(patterns) with ordinality as each (pattern, place)
    where pattern <> all (indexed) order by place);
  -- Two letters are the beginning of a trigram, whatever follows them in ASCII.
  pair text := case when indexed = '{}' then
    (select word || '[\u0001-\u007f]' from unnest(words) word where word ~ '^[a-z0-9]{2}$' limit 1) end;
  -- Every number has most digits: they narrow nothing where there are trigrams.
  rare integer[] := character_keys(translate(array_to_string(words, ''),
    case when indexed = '{}' then '' else '0123456789' end, ''));
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
begin
  if in_spam is null or not is_admin() then return; end if;

  if from_sender is not null then
    return query
      select s.id from contact_submissions s
      where lower(s.email) = lower(from_sender)
        and s.spam = in_spam and (is_read is null or s.read = is_read)
        and (s.created_at, s.id) < (before_at, before_id)
        and (words = '{}' or exists (
          select from submission_texts t where t.id = s.id and t.folded like all (patterns)))
      order by s.created_at desc, s.id desc limit wanted;
    return;
  end if;

  if words = '{}' then
    return query
      select s.id from contact_submissions s
      where s.spam = in_spam and (is_read is null or s.read = is_read)
        and (s.created_at, s.id) < (before_at, before_id)
      order by s.created_at desc, s.id desc limit wanted;
    return;
  end if;

  -- First the newest themselves: what is frequent is found there, and a small folder ends there.
  select count(*), max(p.created_at), min(p.created_at),
    (array_agg(p.id order by p.created_at, p.id))[1],
    coalesce(
      array_agg(p.id order by p.created_at desc, p.id desc) filter (where t.folded like all (patterns)), '{}')
  into probed, newest, reached_at, reached_id, found
  from (
    select s.id, s.created_at from contact_submissions s
    where s.spam = in_spam and (is_read is null or s.read = is_read)
      and (s.created_at, s.id) < (before_at, before_id)
    order by s.created_at desc, s.id desc limit 300
  ) p join submission_texts t on t.id = p.id;

  -- Then in spans of time before them, each eight times as long, for which the index has keys.
  hours := greatest(1, ceil(extract(epoch from newest - reached_at) / 3600));
  for step in 1..3 loop
    exit when probed < 300 or cardinality(found) >= wanted;
    hours := hours * 8;
    level := least(5, greatest(1, ceil(log(8, hours::numeric)) - 1));
    floor_at := to_timestamp(
      floor((extract(epoch from reached_at) / 3600 - hours) / (8 ^ level)) * 8 ^ level * 3600);
    window_keys := array(
      select distinct period_key(level, moment)
      from generate_series(floor_at, reached_at + interval '1 hour' * 8 ^ level, interval '1 hour' * 8 ^ level) moment);
    select coalesce(array_agg(id), '{}') into more from (
      select s.id from submission_texts t join contact_submissions s on s.id = t.id
      where t.keys && window_keys and (rare = '{}' or t.keys @> rare)
        and (cardinality(indexed) < 1 or t.folded like indexed[1])
        and (cardinality(indexed) < 2 or t.folded like indexed[2])
        and (cardinality(indexed) < 3 or t.folded like indexed[3])
        and (cardinality(indexed) < 4 or t.folded like indexed[4])
        and t.folded like all (others)
        and (pair is null or t.folded ~ pair or t.keys @> '{0}')
        and (t.created_at, t.id) < (reached_at, reached_id) and t.created_at >= floor_at
        and s.spam = in_spam and (is_read is null or s.read = is_read)
      order by t.created_at desc, t.id desc limit wanted - cardinality(found)
    ) page;
    found := found || more;
    reached_at := floor_at;
    reached_id := '00000000-0000-0000-0000-000000000000';
  end loop;

  -- What is still missing is rare, and the index knows where it is.
  if probed = 300 and cardinality(found) < wanted then
    select coalesce(array_agg(id), '{}') into more from (
      select s.id from submission_texts t join contact_submissions s on s.id = t.id
      where (rare = '{}' or t.keys @> rare)
        and (cardinality(indexed) < 1 or t.folded like indexed[1])
        and (cardinality(indexed) < 2 or t.folded like indexed[2])
        and (cardinality(indexed) < 3 or t.folded like indexed[3])
        and (cardinality(indexed) < 4 or t.folded like indexed[4])
        and t.folded like all (others)
        and (pair is null or t.folded ~ pair or t.keys @> '{0}')
        and (t.created_at, t.id) < (reached_at, reached_id)
        and s.spam = in_spam and (is_read is null or s.read = is_read)
      order by t.created_at desc, t.id desc limit wanted - cardinality(found)
    ) page;
    found := found || more;
  end if;
  return query select unnest(found[1:wanted]);
end
$$;

comment on function find_submissions is
  'Ids of the messages of a folder that hold every word of a text or are from a sender, newest first, for administrators only.';

revoke execute on function find_submissions from public;
grant execute on function find_submissions to edge;

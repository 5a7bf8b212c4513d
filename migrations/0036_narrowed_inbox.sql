-- The inbox narrowed by service, language and days, in time that does not grow with the number of messages. One index holds
-- the messages by kind: their service, their language and their marks, newest first within each. Whatever is asked for is some
-- of these kinds, and a page of it the newest of the first messages of each. Which services and languages there are is read
-- from the index itself, one step for each, so that a new one needs no change here.
--
-- How many messages such a list has is counted in that index, without a look at the messages themselves. Row-level security would
-- keep an index on an expression from being used: what looks there asks for the role first, as find_submissions does.
--
-- find_submissions takes what narrows it behind what it took before, with defaults: an edge that is older than this file goes on
-- calling it as it did.
--
-- The index is made in some seconds for a million messages; those that come meanwhile wait in the spool.
-- squawk-ignore-file require-concurrent-index-creation

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create index contact_submissions_kinds on contact_submissions
  (coalesce(service_type, 'none'), language, spam, read, created_at desc, id desc) include (service_type);

create function kinds_of_submissions(of_service text, of_language text) returns table (service text, language text)
  language sql stable rows 14
  set search_path = 'public'
  set enable_seqscan = off
  set enable_sort = off
as $$
  -- Every name comes after an empty one; of one service, the search ends at the first kind of the next.
  with recursive kinds as (
    select coalesce(of_service, '') as service, '' as language
    union all
    select following.service, following.language
    from kinds, lateral (
      select coalesce(s.service_type, 'none') as service, s.language from contact_submissions s
      where (coalesce(s.service_type, 'none'), s.language) > (kinds.service, kinds.language)
      order by 1, 2 limit 1
    ) following
    where of_service is null or following.service = of_service
  )
  select kinds.service, kinds.language from kinds
  where kinds.language <> '' and (of_language is null or kinds.language = of_language)
$$;

comment on function kinds_of_submissions is
  'The services, ''none'' among them, and the languages that there are messages of: all, or those of one service or language.';

revoke execute on function kinds_of_submissions from public;

create function newest_submissions(
  in_spam boolean, is_read boolean, of_service text, of_language text,
  since_at timestamptz, before_at timestamptz, before_id uuid, wanted integer
) returns table (id uuid, created_at timestamptz)
  language plpgsql stable rows 50
  set search_path = 'public'
  set plan_cache_mode = 'force_custom_plan'
as $$
begin
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
        order by s.created_at desc, s.id desc limit wanted
      ) first
    order by first.created_at desc, first.id desc limit wanted;
end
$$;

comment on function newest_submissions is
  'Ids and times of the messages of a folder that are of a service, a language and a time, newest first; called by find_submissions alone.';

revoke execute on function newest_submissions from public;

create function count_submissions(of_service text, of_language text, since_at timestamptz, until_at timestamptz)
  returns table (spam boolean, read boolean, count bigint)
  language plpgsql stable security definer rows 4
  set search_path = 'public'
  set plan_cache_mode = 'force_custom_plan'
  set enable_seqscan = off
  set max_parallel_workers_per_gather = 0
  set jit = off
as $$
begin
  if not is_admin() then return; end if;
  if of_service is null and of_language is null then
    return query
      select in_spam, is_read, counted.count
      from unnest(array[false, true]) in_spam, unnest(array[false, true]) is_read,
        lateral (
          select count(*) from contact_submissions s
          where s.spam = in_spam and s.read = is_read and s.created_at >= since_at and s.created_at < until_at
        ) counted;
    return;
  end if;
  return query
    select in_spam, is_read, sum(counted.count)::bigint
    from kinds_of_submissions(of_service, of_language) kind,
      unnest(array[false, true]) in_spam, unnest(array[false, true]) is_read,
      lateral (
        select count(*) from contact_submissions s
        where coalesce(s.service_type, 'none') = kind.service and s.language = kind.language
          and s.spam = in_spam and s.read = is_read and s.created_at >= since_at and s.created_at < until_at
      ) counted
    group by in_spam, is_read;
end
$$;

comment on function count_submissions is
  'How many messages of a service, a language and a time there are, by their marks, for administrators only.';

revoke execute on function count_submissions from public;
grant execute on function count_submissions to edge;

drop function find_submissions(boolean, boolean, text, text, timestamptz, uuid, integer);

create function find_submissions(
  in_spam boolean, is_read boolean, term text, from_sender text,
  before_at timestamptz, before_id uuid, wanted integer,
  of_service text default null, of_language text default null,
  since_at timestamptz default '-infinity', until_at timestamptz default 'infinity'
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
  -- The texts' index knows nothing of a kind: more of the newest are looked at before it is asked.
  probes integer := case when of_service is null and of_language is null then 300 else 1000 end;
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

  -- All that is older than a moment is behind a place with the least id.
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
        and (s.created_at, s.id) < (before_at, before_id) and s.created_at >= since_at
        and (words = '{}' or exists (
          select from submission_texts t where t.id = s.id and t.folded like all (patterns)))
      order by s.created_at desc, s.id desc limit wanted;
    return;
  end if;

  if words = '{}' then
    return query
      select n.id
      from newest_submissions(in_spam, is_read, of_service, of_language, since_at, before_at, before_id, wanted) n;
    return;
  end if;

  -- First the newest themselves: what is frequent is found there, and a small folder ends there.
  select count(*), max(p.created_at), min(p.created_at),
    (array_agg(p.id order by p.created_at, p.id))[1],
    coalesce(
      array_agg(p.id order by p.created_at desc, p.id desc) filter (where t.folded like all (patterns)), '{}')
  into probed, newest, reached_at, reached_id, found
  from newest_submissions(in_spam, is_read, of_service, of_language, since_at, before_at, before_id, probes) p
    join submission_texts t on t.id = p.id;

  -- Then in spans of time before them, each eight times as long, for which the index has keys.
  hours := greatest(1, ceil(extract(epoch from newest - reached_at) / 3600));
  for step in 1..3 loop
    exit when probed < probes or cardinality(found) >= wanted or reached_at <= since_at;
    hours := hours * 8;
    level := least(5, greatest(1, ceil(log(8, hours::numeric)) - 1));
    floor_at := greatest(since_at, to_timestamp(
      floor((extract(epoch from reached_at) / 3600 - hours) / (8 ^ level)) * 8 ^ level * 3600));
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
        and (of_service is null or coalesce(s.service_type, 'none') = of_service)
        and (of_language is null or s.language = of_language)
      order by t.created_at desc, t.id desc limit wanted - cardinality(found)
    ) page;
    found := found || more;
    reached_at := floor_at;
    reached_id := '00000000-0000-0000-0000-000000000000';
  end loop;

  -- What is still missing is rare, and the index knows where it is.
  if probed = probes and cardinality(found) < wanted and reached_at > since_at then
    select coalesce(array_agg(id), '{}') into more from (
      select s.id from submission_texts t join contact_submissions s on s.id = t.id
      where (rare = '{}' or t.keys @> rare)
        and (cardinality(indexed) < 1 or t.folded like indexed[1])
        and (cardinality(indexed) < 2 or t.folded like indexed[2])
        and (cardinality(indexed) < 3 or t.folded like indexed[3])
        and (cardinality(indexed) < 4 or t.folded like indexed[4])
        and t.folded like all (others)
        and (pair is null or t.folded ~ pair or t.keys @> '{0}')
        and (t.created_at, t.id) < (reached_at, reached_id) and t.created_at >= since_at
        and s.spam = in_spam and (is_read is null or s.read = is_read)
        and (of_service is null or coalesce(s.service_type, 'none') = of_service)
        and (of_language is null or s.language = of_language)
      order by t.created_at desc, t.id desc limit wanted - cardinality(found)
    ) page;
    found := found || more;
  end if;
  return query select unnest(found[1:wanted]);
end
$$;

comment on function find_submissions is
  'Ids of the messages of a folder that hold every word of a text, are from a sender, of a service, a language and a time, newest first, for administrators only.';

revoke execute on function find_submissions from public;
grant execute on function find_submissions to edge;

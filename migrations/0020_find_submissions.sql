-- How the inbox finds messages: newest first, in time that does not grow with their number.
--
-- Row-level security would keep the search index from being used, because it may not let a comparison see a row before
-- the policy has. This function therefore asks for the role first, and looks with the operator's rights.

set local lock_timeout = '5s';
set local statement_timeout = '5min';

-- Each file is one transaction, in which an index cannot be made beside other work; these take seconds.
-- squawk-ignore require-concurrent-index-creation
create index contact_submissions_folder on contact_submissions (spam, created_at desc, id desc);
-- squawk-ignore require-concurrent-index-creation
create index contact_submissions_marks on contact_submissions (spam, read, created_at desc, id desc);
-- squawk-ignore require-concurrent-index-creation
create index contact_submissions_sender on contact_submissions (lower(email), created_at desc, id desc);
-- squawk-ignore require-concurrent-index-deletion
drop index contact_submissions_newest;

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
  looked_for text := fold(term);
  pattern text := '%' || replace(replace(replace(looked_for, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  rare integer[] := character_keys(looked_for);
  -- Where trigrams can be taken from it, at its ends as well; otherwise the index would be read from end to end.
  has_trigrams boolean := looked_for ~
    '[[:alnum:]]{3}|[[:alnum:]]{2}[^[:alnum:]]|[^[:alnum:]][[:alnum:]]';
  -- Two letters are the beginning of a trigram, whatever follows them in ASCII.
  pair text := case when looked_for ~ '^[a-z0-9]{2}$' then looked_for || '[\u0001-\u007f]' end;
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
        and (looked_for = '' or exists (
          select from submission_texts t where t.id = s.id and t.folded like pattern))
      order by s.created_at desc, s.id desc limit wanted;
    return;
  end if;

  if looked_for = '' then
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
    coalesce(array_agg(p.id order by p.created_at desc, p.id desc) filter (where t.folded like pattern), '{}')
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
        and (not has_trigrams or t.folded like pattern)
        and (has_trigrams or strpos(t.folded, looked_for) > 0)
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
        and (not has_trigrams or t.folded like pattern)
        and (has_trigrams or strpos(t.folded, looked_for) > 0)
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
  'Ids of the messages of a folder that hold a text or are from a sender, newest first, for administrators only.';

revoke execute on function find_submissions from public;
grant execute on function find_submissions to edge;

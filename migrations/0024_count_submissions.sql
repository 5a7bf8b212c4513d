-- The number of messages of one service, one language and some days, in time that hardly grows with the number of
-- messages. The index `contact_submissions_kinds` has them by kind: service, language and marks. `kinds_of_submissions`
-- reads the existing services and languages from the index, one step for each, so a new one needs no change here. The
-- messages of a kind are counted in the index alone.
--
-- Row-level security would prevent an index on an expression, so these functions check the role first and then read
-- with the operator's rights.

create function kinds_of_submissions(of_service text, of_language text) returns table (service text, language text)
  language sql stable rows 14
  set search_path = 'public'
  set enable_seqscan = off
  set enable_sort = off
as $$
  -- The empty name sorts before every other. For one service, the recursion ends at the first kind of the next.
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
  'Returns the services (''none'' for messages without one) and languages of all messages, or those of one service or language.';

create function count_submissions(
  of_service text, of_language text, since_at timestamptz, until_at timestamptz, has_meeting boolean default false
)
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
  if has_meeting then
    return query
      select s.spam, s.read, count(*) from contact_submissions s
      where (s.meeting_day is not null or s.meeting_part is not null)
        and s.created_at >= since_at and s.created_at < until_at
        and (of_service is null or coalesce(s.service_type, 'none') = of_service)
        and (of_language is null or s.language = of_language)
      group by s.spam, s.read;
    return;
  end if;
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
  'Returns the number of messages of a service, a language and a period, or of its meetings, by their marks, for administrators only.';
grant execute on function count_submissions to edge;

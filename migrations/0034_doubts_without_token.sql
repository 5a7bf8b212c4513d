-- A browser that keeps foreign scripts out brings no token of Turnstile's: that alone is no doubt about its sender, so that taking such a
-- message out of spam says nothing of them. The function of 0025 otherwise.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function learn_of_senders() returns trigger
  language plpgsql security definer
  set search_path = 'public'
as $$
begin
  insert into known_senders (sender, verdict)
  select sender_key(email), 'trusted'
  from (
    select lower(email) as email, bool_or(exists (
      select from jsonb_array_elements(after_rows.doubts) doubt
      -- A point each, which alone no one would take for spam.
      where doubt ->> 'code' not in ('unproved', 'hurried', 'without_script', 'turnstile_missing')
    )) as was_doubtful
    from after_rows join before_rows using (id, email)
    where before_rows.spam and not after_rows.spam
    group by lower(email)
  ) freed
  where was_doubtful or exists (select from known_senders where sender = sender_key(email))
  order by 1
  on conflict (sender) do update set
    was_blocked = known_senders.was_blocked or known_senders.verdict = 'blocked', verdict = 'trusted', decided_at = now();

  with taken_back as (
    select sender from known_senders
    where verdict = 'trusted' and sender in (
      select sender_key(email) from after_rows join before_rows using (id, email)
      where after_rows.spam and not before_rows.spam
    )
    order by sender for update
  ), unknown_again as (
    delete from known_senders where not was_blocked and sender in (select sender from taken_back)
  )
  update known_senders set verdict = 'blocked', was_blocked = false, decided_at = now()
  where was_blocked and sender in (select sender from taken_back);
  return null;
end
$$;

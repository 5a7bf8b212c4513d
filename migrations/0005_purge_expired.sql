-- Retention, one table a call. The edge's scheduled work calls `purge_expired`, which deletes at most 1,000 rows and
-- can do nothing else; the edge repeats the call while rows remain. The claims that allow the call open no table, so
-- they let the edge read nothing.
--
-- A row that another transaction has locked is left to the next run: signing out everywhere or marking many messages
-- locks rows in another order, and waiting for each other would end in a deadlock. The keys are an array, which
-- PostgreSQL evaluates once under every plan, so the call never locks more rows than it deletes.

create function expiring_tables() returns text[]
  language sql stable security definer
  set search_path = 'public', 'pg_temp'
  return (select array_agg(expiring_table order by expiring_table) from retention_rules);

comment on function expiring_tables is 'Returns the names of the tables with a retention rule.';

create function purge_expired(expiring_table text, session_idle interval, session_absolute interval) returns integer
  language plpgsql security definer
  set search_path = 'public', 'pg_temp'
as $$
declare
  few constant integer := 1000;
  rule retention_rules;
  removed integer;
begin
  if claim('service') is distinct from 'retention' then
    raise exception 'only retention may purge' using errcode = 'insufficient_privilege';
  end if;
  select * into rule from retention_rules where retention_rules.expiring_table = purge_expired.expiring_table;
  if not found then
    raise exception 'there is no rule for %', expiring_table using errcode = 'case_not_found';
  end if;
  execute format(
    'delete from %1$I where %2$I = any (array(select %2$I from %1$I where %3$s limit %4$s for update skip locked))',
    rule.expiring_table, rule.key_column, rule.past_its_time, few
  ) using session_idle, session_absolute;
  get diagnostics removed = row_count;
  return removed;
end
$$;

comment on function purge_expired is 'Deletes at most 1,000 expired rows of a table and returns their number; for the claims of retention only.';
grant execute on function expiring_tables, purge_expired to edge;

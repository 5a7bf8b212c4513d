-- The nightly backup signs in as the role `backup`, so the machine that runs it can change nothing. The role owns nothing, reads the tables
-- whose rows a backup has, and calls no function of this schema. It has no password until the operator sets one.
--
-- Row-level security is forced: a table without a policy for the role shows it no row, without an error. So each of these tables has a grant
-- and a policy, and a table that no backup has (local/backup/tables.ts) has neither.
--
-- A function is open to every role unless a migration closes it. From here on a function is open to the roles that a grant names.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

do $$
begin
  if not exists (select from pg_roles where rolname = 'backup') then
    create role backup login;
  end if;
exception
  -- Another database of the same server is migrated at this moment.
  when duplicate_object or unique_violation then null;
end
$$;

grant usage on schema public to backup;

do $$
declare
  callable regprocedure;
begin
  for callable in
    select oid from pg_proc
    where pronamespace = 'public'::regnamespace and pg_get_userbyid(proowner) = current_user
      and has_function_privilege('edge', oid, 'execute')
  loop
    execute format('grant execute on function %s to edge', callable);
    execute format('revoke execute on function %s from public', callable);
  end loop;
end
$$;
alter default privileges revoke execute on functions from public;

grant select on
  schema_migrations, accounts, profiles, passkeys, sign_in_rules, contact_submissions, submission_texts, inbox_totals,
  contact_receipts, known_senders, mail_alerts, account_events, privacy_events, inbox_actions, web_vitals
  to backup;

create policy backup_reads on schema_migrations for select to backup using (true);
create policy backup_reads on accounts for select to backup using (true);
create policy backup_reads on profiles for select to backup using (true);
create policy backup_reads on passkeys for select to backup using (true);
create policy backup_reads on sign_in_rules for select to backup using (true);
create policy backup_reads on contact_submissions for select to backup using (true);
create policy backup_reads on submission_texts for select to backup using (true);
create policy backup_reads on inbox_totals for select to backup using (true);
create policy backup_reads on contact_receipts for select to backup using (true);
create policy backup_reads on known_senders for select to backup using (true);
create policy backup_reads on mail_alerts for select to backup using (true);
create policy backup_reads on account_events for select to backup using (true);
create policy backup_reads on privacy_events for select to backup using (true);
create policy backup_reads on inbox_actions for select to backup using (true);
create policy backup_reads on web_vitals for select to backup using (true);

-- The login roles. The operator is the role that runs the migrations and owns everything. Each table names the operator
-- in a policy, because forced row-level security also applies to owners, and a hosted owner is no superuser.
--
-- `edge` serves requests. It owns nothing and may define nothing. Row-level security decides which rows it sees, by the
-- claims of the caller.
--
-- `backup` makes the nightly backup. It reads the tables of a backup and calls no function, so the machine that runs it
-- can change nothing. A table without a policy for `backup` shows it no row and raises no error. So each table of a
-- backup has a grant and the policy `backup_reads`, and every other table has neither (`local/backup/tables.ts`).
--
-- The roles have no password until the operator sets one.

do $$
declare
  login text;
begin
  foreach login in array array['edge', 'backup'] loop
    begin
      if not exists (select from pg_roles where rolname = login) then
        execute format('create role %I login', login);
      end if;
    exception
      -- A migration of another database on the same server creates the role at the same moment.
      when duplicate_object or unique_violation then null;
    end;
  end loop;
end
$$;

-- No role but the operator creates tables, not even temporary ones.
do $$
begin
  execute format('revoke create, temporary on database %I from public', current_database());
end
$$;
revoke create on schema public from public;
grant usage on schema public to edge, backup;

-- A function is open only to the roles that a grant names.
alter default privileges revoke execute on functions from public;

-- The migration runner creates this table before it applies the first file.
grant select on schema_migrations to backup;
create policy backup_reads on schema_migrations for select to backup using (true);

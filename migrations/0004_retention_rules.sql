-- The retention period of each table, as a row: the table, its primary key and the condition for deletion. The file
-- that creates a table with personal data adds its rule. The condition has to be served by an index. In it, `$1` is how
-- long a session may stay unused and `$2` how long a session may last.

create table retention_rules (
  expiring_table text primary key,
  key_column text not null,
  past_its_time text not null
);

comment on table retention_rules is 'Rules by which retention deletes expired rows, one for each table.';
comment on column retention_rules.expiring_table is 'The name of the table.';
comment on column retention_rules.key_column is 'The primary key of the table.';
comment on column retention_rules.past_its_time is 'SQL condition that is true for an expired row.';

alter table retention_rules enable row level security, force row level security;

create policy operator on retention_rules to current_user using (true) with check (true);

-- The number of messages in each folder of the inbox, kept by triggers, so a request for it costs the same whatever the
-- number of messages. It is one row, on which concurrent changes of messages take turns. They lock it last, after the
-- messages themselves, so they cannot deadlock.

create table inbox_totals (
  only_row boolean primary key default true
    constraint inbox_totals_one_row check (only_row),
  unread bigint not null default 0
    constraint inbox_totals_unread_not_negative check (unread >= 0),
  read bigint not null default 0
    constraint inbox_totals_read_not_negative check (read >= 0),
  spam bigint not null default 0
    constraint inbox_totals_spam_not_negative check (spam >= 0),
  revision bigint not null default 0
);

comment on table inbox_totals is 'Number of messages in each folder of the inbox, in one row.';
comment on column inbox_totals.only_row is 'Always true: allows one row only.';
comment on column inbox_totals.unread is 'Number of messages that are neither read nor spam.';
comment on column inbox_totals.read is 'Number of messages that are read and not spam.';
comment on column inbox_totals.spam is 'Number of messages that are spam.';
comment on column inbox_totals.revision is 'Increases with every change of a message.';

alter table inbox_totals enable row level security, force row level security;
grant select on inbox_totals to edge, backup;

create policy operator on inbox_totals to current_user using (true) with check (true);
create policy administrators_see on inbox_totals for select to edge using ((select is_admin()));
create policy backup_reads on inbox_totals for select to backup using (true);

-- The trigger has the operator's rights, because a visitor who sends a message may not see the totals.
create function update_inbox_totals() returns trigger
  language plpgsql security definer
  set search_path = 'public'
as $$
begin
  if tg_op = 'INSERT' then
    update inbox_totals
    set unread = inbox_totals.unread + more.unread, read = inbox_totals.read + more.read,
      spam = inbox_totals.spam + more.spam, revision = revision + 1
    from (
      select count(*) filter (where not spam and not read) as unread,
        count(*) filter (where not spam and read) as read, count(*) filter (where spam) as spam
      from after_rows having count(*) > 0
    ) more;
  elsif tg_op = 'UPDATE' then
    -- An update that changes nothing does not count.
    update inbox_totals
    set unread = inbox_totals.unread + more.unread, read = inbox_totals.read + more.read,
      spam = inbox_totals.spam + more.spam, revision = revision + 1
    from (
      select coalesce(sum(sign) filter (where not spam and not read), 0) as unread,
        coalesce(sum(sign) filter (where not spam and read), 0) as read,
        coalesce(sum(sign) filter (where spam), 0) as spam
      from (
        select 1 as sign, read, spam from after_rows
        union all select -1, read, spam from before_rows
      ) changes
    ) more
    where exists (select * from after_rows except select * from before_rows);
  elsif tg_op = 'DELETE' then
    update inbox_totals
    set unread = inbox_totals.unread - fewer.unread, read = inbox_totals.read - fewer.read,
      spam = inbox_totals.spam - fewer.spam, revision = revision + 1
    from (
      select count(*) filter (where not spam and not read) as unread,
        count(*) filter (where not spam and read) as read, count(*) filter (where spam) as spam
      from before_rows having count(*) > 0
    ) fewer;
  else
    update inbox_totals set unread = 0, read = 0, spam = 0, revision = revision + 1;
  end if;
  return null;
end
$$;

comment on function update_inbox_totals is 'Updates the totals of the inbox when messages are inserted, changed or deleted.';
grant execute on function update_inbox_totals to edge;

create trigger totals_after_insert after insert on contact_submissions
  referencing new table as after_rows for each statement execute function update_inbox_totals();
create trigger totals_after_update after update on contact_submissions
  referencing old table as before_rows new table as after_rows for each statement execute function update_inbox_totals();
create trigger totals_after_delete after delete on contact_submissions
  referencing old table as before_rows for each statement execute function update_inbox_totals();
create trigger totals_after_truncate after truncate on contact_submissions
  for each statement execute function update_inbox_totals();

insert into inbox_totals default values;

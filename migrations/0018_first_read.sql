-- How long a sender waited is counted to the first time that somebody read the message; what happens to the mark
-- afterwards does not change it.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table contact_submissions add column first_read_at timestamptz;
comment on column contact_submissions.first_read_at is 'When an administrator first marked it as read; null until then.';

create function note_first_read() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.first_read_at := now();
  return new;
end
$$;

comment on function note_first_read is 'Remembers when a message was first read.';

create trigger first_read before update of read on contact_submissions
  for each row when (new.read and not old.read and old.first_read_at is null)
  execute function note_first_read();

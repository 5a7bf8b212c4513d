-- A sender's link goes to whatever address was typed into the form. Where that has a typing error, the mail and its link reach a stranger,
-- so the link shows nothing that was written: only which message it is of, when it arrived, and until when it is kept. A function cannot
-- change what it returns, so it is dropped and created again.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

drop function linked_message(bytea);

create function linked_message(link bytea, out id uuid, out created_at timestamptz, out kept_until timestamptz) returns setof record
  language sql stable security definer
  set search_path = 'public', 'pg_temp'
begin atomic
  select stored.id, stored.created_at, stored.created_at + interval '24 months'
  from contact_receipts left join contact_submissions stored on stored.id = submission_id
  where link_hash = link;
end;

comment on function linked_message is
  'The id, the arrival and the end of the retention of the message that a link is of: nulls if it is gone, no row for an unknown link.';
revoke execute on function linked_message from public;
grant execute on function linked_message to edge;

-- Whether an address is a mailbox of the company, to which a message from the form is not acknowledged: it may answer by itself. The tag of an
-- address (RFC 5233 §4) does not count: `ana+web@a.example` is the mailbox `ana@a.example`.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create function is_own_mailbox(address text, own text[]) returns boolean
  language sql stable
  set search_path = 'public'
as $$
  select regexp_replace(lower(address), '[+][^@]*', '') in (
      select regexp_replace(lower(known), '[+][^@]*', '')
      from (select unnest(own) union all select * from administrators_addresses()) mailboxes (known)
    )
    -- Anyone has a mailbox at these providers.
    or split_part(lower(address), '@', 2) = split_part(lower(own[1]), '@', 2)
      and split_part(lower(own[1]), '@', 2) not in (
        'gmail.com', 'outlook.com', 'hotmail.com', 'yahoo.com', 'icloud.com', 'live.com'
      )
$$;

comment on function is_own_mailbox is
  'Whether an address is one of the company''s own or of an administrator, or at the domain of the first of them, for the claims of mails only.';

revoke execute on function is_own_mailbox from public;
grant execute on function is_own_mailbox to edge;

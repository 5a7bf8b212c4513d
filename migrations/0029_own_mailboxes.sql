-- The mailboxes of the company: its own addresses and those of its administrators. Alerts go to administrators. A
-- message from the form that names one of these mailboxes is not acknowledged, because the mailbox may answer by
-- itself. The tag of an address (RFC 5233 §4) does not count: `ana+web@a.example` is the mailbox `ana@a.example`.

create function administrators_addresses() returns setof text
  language plpgsql stable security definer
  set search_path = 'public'
as $$
begin
  if claim('service') is distinct from 'mail' then
    raise exception 'only the work on mails may ask for addresses' using errcode = 'insufficient_privilege';
  end if;
  return query
    select accounts.email from accounts join profiles on profiles.user_id = accounts.id
    where profiles.role = 'admin' and accounts.email_confirmed_at is not null;
end
$$;

comment on function administrators_addresses is 'Returns the addresses of the administrators'' accounts, for the claims of mails only.';

-- The edge counts mails by the same rule (`toCountedMailbox`). Dots in the local part count, except at Gmail.
create function counted_mailbox(address text) returns text
  language sql immutable parallel safe
  set search_path = ''
begin atomic
  select case when domain in ('gmail.com', 'googlemail.com') then replace(local, '.', '') || '@gmail.com' else local || '@' || domain end
  from (
    select regexp_replace(split_part(lower(address), '@', 1), '(.)[+].*$', '\1') as local, split_part(lower(address), '@', 2) as domain
  ) parts;
end;

comment on function counted_mailbox is 'Returns the mailbox of an address, without its tag.';
grant execute on function counted_mailbox to edge;

create function is_own_mailbox(address text, company_addresses text[]) returns boolean
  language sql stable
  set search_path = 'public'
as $$
  select counted_mailbox(address) in (
      select counted_mailbox(mailbox)
      from (select unnest(company_addresses) union all select * from administrators_addresses()) mailboxes (mailbox)
    )
    -- These providers give a mailbox to anyone.
    or split_part(lower(address), '@', 2) = split_part(lower(company_addresses[1]), '@', 2)
      and split_part(lower(company_addresses[1]), '@', 2) not in (
        'gmail.com', 'outlook.com', 'hotmail.com', 'yahoo.com', 'icloud.com', 'live.com'
      )
$$;

comment on function is_own_mailbox is
  'Returns whether an address is of the company or an administrator, or at the domain of the first in `company_addresses`, for the claims of mails only.';
grant execute on function administrators_addresses, is_own_mailbox to edge;

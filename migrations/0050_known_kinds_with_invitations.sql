-- The kinds of events and mails once more: the validation reads every row, and takes no lock that a write would wait for.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table account_events validate constraint account_events_kind_known;
alter table outgoing_mails validate constraint outgoing_mails_kind_known;

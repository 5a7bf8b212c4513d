-- The kinds of mails once more, as in 0022: asks every row, which takes no lock that a mail would wait for.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table outgoing_mails validate constraint outgoing_mails_kind_known;

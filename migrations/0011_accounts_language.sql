-- Notices about an account are written in the language that its owner signed up in.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table accounts add column language text not null default 'es';
alter table accounts
  add constraint accounts_language_known check (language in ('es', 'en')) not valid;

comment on column accounts.language is 'Language of the page that it signed up on.';

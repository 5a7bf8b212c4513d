-- What clients keep beside an account, such as a name to greet its owner with. Its owner writes it, so that nothing in
-- it is trusted and no right follows from it. That of a sign-up waits with its password on the proof that is mailed, so
-- that nobody can leave words in an account before its owner has it. The size is that of compact JSON in UTF-8, which
-- is how clients send it; PostgreSQL writes spaces between the parts.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create function json_size(value jsonb) returns integer
  language sql immutable
  set search_path = ''
  return octet_length(value::text)
    - regexp_count(regexp_replace(value::text, '"(\\.|[^"\\])*"', '', 'g'), ' ');

comment on function json_size is 'Bytes that a value takes as compact JSON in UTF-8.';

alter table accounts add column user_metadata jsonb not null default '{}';
alter table accounts
  add constraint accounts_user_metadata_object check (jsonb_typeof(user_metadata) = 'object') not valid,
  add constraint accounts_user_metadata_small check (json_size(user_metadata) <= 4096) not valid;

alter table one_time_tokens add column user_metadata jsonb;
alter table one_time_tokens
  add constraint one_time_tokens_user_metadata_of_sign_up
    check (user_metadata is null or purpose = 'signup') not valid,
  add constraint one_time_tokens_user_metadata_object check (jsonb_typeof(user_metadata) = 'object') not valid,
  add constraint one_time_tokens_user_metadata_small check (json_size(user_metadata) <= 4096) not valid;

comment on column accounts.user_metadata is 'What its owner''s clients keep there; says nothing about rights.';
comment on column accounts.updated_at is 'When its address, password or metadata last changed.';
comment on column one_time_tokens.user_metadata is
  'The metadata of this sign-up, which becomes the account''s together with its password.';

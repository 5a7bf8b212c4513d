-- A mailed proof can be spent by its link or by its code, and carries what it will do. The text of neither is
-- stored: both are derived from a key of the edge when the mail is sent. A sign-up's password waits here until
-- its own link is opened, so that nobody can take an address before its owner does. A change of address has two
-- halves, one mailed to each address, and happens once both are spent. Tokens from before have no code.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table one_time_tokens
  add column email text,
  add column code_seal bytea,
  add column tried_codes integer not null default 0,
  add column claimed_by uuid,
  add column password_hash text,
  add column new_email text,
  add column half text;

alter table one_time_tokens
  add constraint one_time_tokens_email_lower_case check (email = lower(email)) not valid,
  add constraint one_time_tokens_code_seal_hmac check (octet_length(code_seal) = 32) not valid,
  add constraint one_time_tokens_tried_codes_few check (tried_codes between 0 and 5) not valid,
  add constraint one_time_tokens_password_hash_argon2id check (password_hash like '$argon2id$%') not valid,
  add constraint one_time_tokens_password_of_sign_up
    check (password_hash is null or purpose = 'signup') not valid,
  add constraint one_time_tokens_half_known check (half in ('current', 'new')) not valid,
  add constraint one_time_tokens_half_of_change
    check ((new_email is null) = (half is null) and (half is null or purpose = 'email_change')) not valid;

-- It is as short as the tokens that live, and building it inside of the transaction keeps the file whole.
-- squawk-ignore require-concurrent-index-creation
create index one_time_tokens_email on one_time_tokens (email);

comment on column one_time_tokens.email is 'The address that it was mailed to.';
comment on column one_time_tokens.code_seal is 'HMAC of the code and the address, under a key of the edge.';
comment on column one_time_tokens.tried_codes is 'How many codes were tried on it; five kill its code.';
comment on column one_time_tokens.claimed_by is 'Drawn by the call that last presented it; names the session that it started.';
comment on column one_time_tokens.password_hash is 'The password of this sign-up, which becomes the account''s when it is spent.';
comment on column one_time_tokens.new_email is 'The address to change to.';
comment on column one_time_tokens.half is 'Whether it proves the current address or the new one.';

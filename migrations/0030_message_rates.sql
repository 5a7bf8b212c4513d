-- Counters for the rate limits of contact messages: how many came from one network, with one text, by one proof or to
-- one address. A hash names the counter. A counter is forgotten when its period ends.

create table message_rates (
  key bytea primary key
    constraint message_rates_key_sha256 check (octet_length(key) = 32),
  counted integer not null
    constraint message_rates_counted check (counted > 0),
  ends_at timestamptz not null
);

create index message_rates_ends_at on message_rates (ends_at);

comment on table message_rates is 'Counters for the rate limits of contact messages.';
comment on column message_rates.key is 'SHA-256 of the kind of counter and its subject: a network, a text, a proof, an address.';
comment on column message_rates.counted is 'Number of messages in the period.';
comment on column message_rates.ends_at is 'End of the period, after which counting begins anew.';

alter table message_rates enable row level security, force row level security;

create policy operator on message_rates to current_user using (true) with check (true);

create function count_message(rate_key bytea, seconds integer, out counted integer, out seconds_left integer)
  language sql
  set search_path = 'public'
begin atomic
  insert into message_rates as known (key, counted, ends_at)
  values (rate_key, 1, clock_timestamp() + make_interval(secs => seconds))
  on conflict (key) do update set
    counted = case when known.ends_at <= clock_timestamp() then 1 else known.counted + 1 end,
    ends_at = case when known.ends_at <= clock_timestamp() then excluded.ends_at else known.ends_at end
  returning known.counted, greatest(1, ceil(extract(epoch from known.ends_at - clock_timestamp())))::integer;
end;

comment on function count_message is
  'Counts a message under a key with a period of so many seconds; returns the count and the seconds that are left.';

insert into retention_rules (expiring_table, key_column, past_its_time) values
  ('message_rates', 'key', 'ends_at < now()');

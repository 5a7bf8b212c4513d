-- The extension that the search of the inbox uses. It has a schema of its own, so every function in `public`
-- belongs to the product. This file comes before the default privileges of 0002: functions of an extension stay open to
-- every role.

create schema extensions;
comment on schema extensions is 'PostgreSQL extensions.';
create extension pg_trgm with schema extensions;

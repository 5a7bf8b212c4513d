-- The speed of pages is measured by Cloudflare Web Analytics, where the site has a token for it, and no longer by the site itself.
-- squawk-ignore-file ban-drop-table

set local lock_timeout = '5s';
set local statement_timeout = '60s';

delete from retention_rules where expiring_table = 'web_vitals';
drop function count_visit;
drop table web_vitals;

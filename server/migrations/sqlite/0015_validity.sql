-- When a link is valid, in milliseconds since 1970-01-01 UTC, and where visitors go before and after. Null: no bound;
-- a page. Creates through /v2 leave all null.
alter table links add column valid_from bigint;
alter table links add column valid_until bigint;
alter table links add column early_url text;
alter table links add column expired_url text;

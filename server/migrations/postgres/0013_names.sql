-- What people call a link, and what they write down about it. Creates through /v2 leave both null.
alter table links add column name text;
alter table links add column note text;
-- What people call a token.
alter table tokens add column name text;

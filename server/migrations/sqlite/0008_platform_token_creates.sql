-- What the platform tokens of an app may create; JSON. Empty: only links that lead to the app itself.
alter table apps add column platform_tokens text not null default '{}';

-- How many links the platform tokens of an app have created. A table of its own: every create of a
-- platform token writes it, and a row of `apps` can hold an icon.
create table platform_token_creates (
  app_id text primary key references apps (id),
  links integer not null
);
insert into platform_token_creates (app_id, links)
  select app_id, count(*) from links
  where created_by in (select id from tokens where kind <> 'server') group by app_id;

-- Anyone can have a platform token, so the unique links and the idempotency keys of platform tokens have
-- a space of their own, by a prefix that no digest and no header value begins with.
update links set unique_key = 'platform:' || unique_key
  where unique_key is not null
    and created_by in (select id from tokens where kind <> 'server');
-- A key does not say who sent it. The link that it stands for decides: a back end then gets the link of
-- a platform token neither by `unique` nor by a key.
update idempotency_keys set key = ' ' || key
  where code in (
    select code from links where created_by in (select id from tokens where kind <> 'server'));

-- Times are milliseconds since 1970-01-01 UTC. JSON is kept as text.
create table apps (
  id text primary key,
  name text not null unique,
  created_at integer not null
);

create table platforms (
  app_id text not null references apps (id),
  platform text not null,
  enabled integer not null,
  base text,
  fallback text not null,
  primary key (app_id, platform)
);

create table templates (
  app_id text not null references apps (id),
  name text not null,
  position integer not null,
  pattern text not null,
  routes text not null,
  primary key (app_id, name)
);

create table tokens (
  id text primary key,
  app_id text not null references apps (id),
  kind text not null,
  prefix text not null,
  digest text not null unique,
  created_at integer not null,
  last_used_at integer,
  revoked_at integer
);
create index tokens_app on tokens (app_id);

-- A rowid table: wide rows land side by side, only the narrow index of codes is hit at random.
create table links (
  id integer primary key,
  code text not null unique,
  app_id text not null references apps (id),
  uri text not null,
  -- SHA-256 of `uri` for links made with `unique`, else null: what decides that there is one.
  unique_key text,
  routes text not null,
  overrides text,
  template text,
  metadata text,
  redeem_limit integer,
  tags text not null,
  created_at integer not null,
  created_by text
);
create unique index links_unique_key on links (app_id, unique_key) where unique_key is not null;

-- What running instances must forget. Written in the transaction of the change itself.
create table changes (
  seq integer primary key autoincrement,
  subject text not null,
  created_at integer not null
);

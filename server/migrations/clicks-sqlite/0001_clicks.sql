-- Labels: values of dimensions, and ids of apps.
create table click_texts (
  id integer primary key,
  text text not null unique
);

create table click_links (
  id integer primary key,
  code text not null unique,
  app integer not null
);

-- A combination of the dimensions of a click. Each column is the id of a label; '' is unknown.
create table click_profiles (
  id integer primary key,
  kind integer not null,
  outcome integer not null,
  platform integer not null,
  country integer not null,
  referrer integer not null,
  browser integer not null,
  in_app integer not null,
  language integer not null,
  campaign integer not null,
  source integer not null,
  medium integer not null,
  unique (kind, outcome, platform, country, referrer, browser, in_app, language, campaign, source, medium)
);

-- Lifetime totals. They are only added to, so they never decrease when older rows are deleted.
create table link_totals (
  link integer not null,
  kind integer not null,
  clicks integer not null,
  visitors integer not null,
  first_at integer not null,
  last_at integer not null,
  primary key (link, kind)
) without rowid;

create table app_totals (
  app integer not null,
  kind integer not null,
  clicks integer not null,
  visitors integer not null,
  primary key (app, kind)
) without rowid;

-- Quarter-hours in UTC, counted from 1970. Older rows are folded into the first quarter of their hour or day.
create table link_slots (
  link integer not null,
  slot integer not null,
  kind integer not null,
  platform integer not null,
  outcome integer not null,
  clicks integer not null,
  visitors integer not null,
  primary key (link, slot, kind, platform, outcome)
) without rowid;

create table app_slots (
  app integer not null,
  slot integer not null,
  kind integer not null,
  platform integer not null,
  outcome integer not null,
  clicks integer not null,
  visitors integer not null,
  primary key (app, slot, kind, platform, outcome)
) without rowid;

-- Days in UTC, counted from 1970.
create table link_days (
  link integer not null,
  day integer not null,
  profile integer not null,
  clicks integer not null,
  visitors integer not null,
  primary key (link, day, profile)
) without rowid;

create table app_days (
  app integer not null,
  day integer not null,
  profile integer not null,
  clicks integer not null,
  visitors integer not null,
  primary key (app, day, profile)
) without rowid;

-- Clicks of people only.
create table day_links (
  app integer not null,
  day integer not null,
  link integer not null,
  clicks integer not null,
  visitors integer not null,
  primary key (app, day, link)
) without rowid;

-- Which visitors were counted on a day. scope: a link, or the negative label of an app.
create table seen (
  day integer not null,
  scope integer not null,
  hash integer not null,
  primary key (day, scope, hash)
) without rowid;

-- The key of the hashes of a day. Both are deleted when the day is over.
create table click_keys (
  day integer primary key,
  key blob not null
);

-- Days on which older slots were folded, and counts beyond their time deleted.
create table click_folds (
  day integer primary key
);

-- The last batch of each process, so that a batch of unknown outcome is not counted twice.
create table click_writers (
  id text primary key,
  seq integer not null,
  at integer not null
) without rowid;

-- Tables `clicks_<year>_<month>` with one row per click are created when they are needed.

-- Days and quarter-hours are counted from 1970 in UTC, times are milliseconds. Each table is divided by the day `part`, so
-- that a day can be replaced or dropped at once.

-- Clicks, redemptions and opened apps without an id, until their day is sealed. part: their day, or the day on which they
-- were stored if that was later. place: the order of the clicks of a day. hash: of the visitor, only for the first click of a batch on its link; 0: none.
create table if not exists click_rows (
  part Int64,
  app LowCardinality(String),
  code String,
  at Int64,
  place UInt64,
  batch LowCardinality(String),
  kind LowCardinality(String),
  outcome LowCardinality(String),
  platform LowCardinality(String),
  country LowCardinality(String),
  referrer LowCardinality(String),
  browser LowCardinality(String),
  in_app LowCardinality(String),
  language LowCardinality(String),
  campaign LowCardinality(String),
  source LowCardinality(String),
  medium LowCardinality(String),
  hash UInt64
) engine = MergeTree partition by part order by (app, code, at)
settings non_replicated_deduplication_window = 10000;

-- Opened apps, each as often as it was reported. part: the day on which it was stored. hash: of the id of the report.
create table if not exists click_opens (
  part Int64,
  app LowCardinality(String),
  code String,
  at Int64,
  place UInt64,
  batch LowCardinality(String),
  kind LowCardinality(String),
  outcome LowCardinality(String),
  platform LowCardinality(String),
  country LowCardinality(String),
  referrer LowCardinality(String),
  browser LowCardinality(String),
  in_app LowCardinality(String),
  language LowCardinality(String),
  campaign LowCardinality(String),
  source LowCardinality(String),
  medium LowCardinality(String),
  hash UInt64
) engine = MergeTree partition by part order by (app, hash)
settings non_replicated_deduplication_window = 10000;

-- The key of the hashes of a day. It is dropped when the day is over. Only the first insert for a day counts.
create table if not exists click_keys (
  day Int64,
  key String
) engine = MergeTree partition by day order by (day)
settings non_replicated_deduplication_window = 1000;

-- The days before `until` are sealed: they are in the tables below, and their rows in `click_rows` no longer count.
create table if not exists click_seals (
  until Int64,
  sealed_at Int64
) engine = MergeTree order by until;

-- Quarter-hours of sealed days.
create table if not exists click_link_slots (
  part Int64,
  app LowCardinality(String),
  code String,
  slot Int64,
  kind LowCardinality(String),
  platform LowCardinality(String),
  outcome LowCardinality(String),
  clicks UInt64,
  visitors UInt64
) engine = MergeTree partition by part order by (app, code, slot);

-- The same for apps.
create table if not exists click_app_slots (
  part Int64,
  app LowCardinality(String),
  slot Int64,
  kind LowCardinality(String),
  platform LowCardinality(String),
  outcome LowCardinality(String),
  clicks UInt64,
  visitors UInt64
) engine = MergeTree partition by part order by (app, slot);

-- Sealed days with all dimensions.
create table if not exists click_link_days (
  part Int64,
  app LowCardinality(String),
  code String,
  day Int64,
  kind LowCardinality(String),
  outcome LowCardinality(String),
  platform LowCardinality(String),
  country LowCardinality(String),
  referrer LowCardinality(String),
  browser LowCardinality(String),
  in_app LowCardinality(String),
  language LowCardinality(String),
  campaign LowCardinality(String),
  source LowCardinality(String),
  medium LowCardinality(String),
  clicks UInt64,
  visitors UInt64
) engine = MergeTree partition by part order by (app, code, day);

-- The same for apps.
create table if not exists click_app_days (
  part Int64,
  app LowCardinality(String),
  day Int64,
  kind LowCardinality(String),
  outcome LowCardinality(String),
  platform LowCardinality(String),
  country LowCardinality(String),
  referrer LowCardinality(String),
  browser LowCardinality(String),
  in_app LowCardinality(String),
  language LowCardinality(String),
  campaign LowCardinality(String),
  source LowCardinality(String),
  medium LowCardinality(String),
  clicks UInt64,
  visitors UInt64
) engine = MergeTree partition by part order by (app, day);

-- Sealed days of all links of an app.
create table if not exists click_day_links (
  part Int64,
  app LowCardinality(String),
  day Int64,
  code String,
  kind LowCardinality(String),
  outcome LowCardinality(String),
  clicks UInt64,
  visitors UInt64
) engine = MergeTree partition by part order by (app, day, code);

-- Totals of all days before `part`. Each seal adds its days to a copy.
create table if not exists click_link_totals (
  part Int64,
  app LowCardinality(String),
  code String,
  kind LowCardinality(String),
  clicks UInt64,
  visitors UInt64
) engine = MergeTree partition by part order by (app, code, kind);

-- The same for apps.
create table if not exists click_app_totals (
  part Int64,
  app LowCardinality(String),
  kind LowCardinality(String),
  clicks UInt64,
  visitors UInt64
) engine = MergeTree partition by part order by (app, kind);

-- Single clicks of sealed days. visitor: 1 if the click was the first of its visitor on this link and day, plus 2 if it was in
-- the app.
create table if not exists clicks (
  part Int64,
  app LowCardinality(String),
  code String,
  at Int64,
  place UInt64,
  kind LowCardinality(String),
  outcome LowCardinality(String),
  platform LowCardinality(String),
  country LowCardinality(String),
  referrer LowCardinality(String),
  browser LowCardinality(String),
  in_app LowCardinality(String),
  language LowCardinality(String),
  campaign LowCardinality(String),
  source LowCardinality(String),
  medium LowCardinality(String),
  visitor UInt8
) engine = MergeTree partition by part order by (app, at, code, place);

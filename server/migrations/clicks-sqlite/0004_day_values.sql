-- The counts of `app_days` by the values of each dimension, for days that are over: a breakdown without filters reads one
-- row for each value instead of one for each combination.
create table app_day_values (
  app integer not null,
  dimension text not null,
  day integer not null,
  value integer not null,
  clicks integer not null,
  visitors integer not null,
  other integer not null,
  primary key (app, dimension, day, value)
) without rowid;

-- The days of `app_day_values`. Late clicks set `is_sealed` to 0: then the rows of `app_days` count until the day is
-- sealed again.
create table sealed_days (
  app integer not null,
  day integer not null,
  is_sealed integer not null,
  primary key (app, day)
) without rowid;

-- Links whose end was set to a time in the past: `link.expired` is reported in the order of the ends, so these would be
-- before the last one that was reported.
create table webhook_ended_links (
  id integer primary key autoincrement,
  link_id integer not null references links (id),
  valid_until integer not null,
  -- When the link was changed.
  ended_at integer not null
);

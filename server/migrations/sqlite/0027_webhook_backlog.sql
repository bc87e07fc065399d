-- Events that no webhook was given yet: one row for all events of a transaction, because a mark in each event would be
-- two more changes of an index for each. `webhook_events.pending` is 1 only for events of versions before this one.
create table webhook_new_events (
  id integer primary key autoincrement,
  first_seq integer not null,
  last_seq integer not null,
  -- The numbers of the events, separated by commas.
  seqs text not null
);

-- Events that a webhook gets, and that have no deliveries yet. A webhook has a limited number of due deliveries, so
-- that a receiver that is unavailable does not make their indexes grow.
create table webhook_backlog (
  -- In the order of the commits, which can differ from that of the events of different links.
  id integer primary key autoincrement,
  webhook_id text not null references webhooks (id),
  events integer not null,
  first_seq integer not null,
  last_seq integer not null,
  seqs text not null
);
create index webhook_backlog_webhook on webhook_backlog (webhook_id, id);

-- Only replays used it. They can read the events of all apps, but each event would have to write it.
drop index webhook_events_app;

-- Where an app sends its events. The secrets sign requests, so they are stored as they are.
create table webhooks (
  id text primary key,
  app_id text not null references apps (id),
  url text not null,
  description text,
  -- JSON arrays; an empty one means all.
  types text not null,
  tags text not null,
  -- `enabled` or `disabled`.
  state text not null,
  -- Why the service disabled it: `gone` or `failing`; null: a person did.
  disabled_because text,
  secret text not null,
  -- Signs as well until `old_secret_until`.
  old_secret text,
  old_secret_until integer,
  created_at integer not null,
  created_by text not null,
  -- The first of the failures since the last success.
  failing_since integer,
  -- The receiver has requested a pause.
  paused_until integer not null,
  -- The process that sends, and until when no other one may.
  lease_holder text,
  lease_until integer not null
);
create index webhooks_app on webhooks (app_id);

-- The outbox. A row is written in the transaction of what it reports, and sent as it is stored.
create table webhook_events (
  seq integer primary key autoincrement,
  id text not null unique,
  app_id text not null references apps (id),
  type text not null,
  -- Events with the same subject are sent one after the other.
  subject text not null,
  -- JSON array: the tags of the link.
  tags text not null,
  payload text not null,
  created_at integer not null,
  -- 1: no deliveries were made for it yet.
  pending integer not null
);
create index webhook_events_pending on webhook_events (seq) where pending = 1;
create index webhook_events_app on webhook_events (app_id, seq);

-- What is sent to a webhook.
create table webhook_deliveries (
  webhook_id text not null references webhooks (id),
  event_seq integer not null references webhook_events (seq),
  subject text not null,
  -- `pending`, `delivered` or `failed`.
  state text not null,
  attempts integer not null,
  -- Counts only the attempts since the last replay.
  tries integer not null,
  next_at integer not null,
  primary key (webhook_id, event_seq)
) without rowid;
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at) where state = 'pending';
create index webhook_deliveries_order on webhook_deliveries (webhook_id, subject, event_seq)
  where state = 'pending';
create index webhook_deliveries_event on webhook_deliveries (event_seq);

create table webhook_attempts (
  seq integer primary key autoincrement,
  webhook_id text not null references webhooks (id),
  event_seq integer not null,
  at integer not null,
  duration_ms integer not null,
  -- Null: there was no response.
  status integer,
  error text,
  -- The start of the response.
  response text
);
create index webhook_attempts_delivery on webhook_attempts (webhook_id, event_seq, seq);

-- One row at most. Its lock lets one process at a time make deliveries; the link whose expiry was reported last.
create table webhook_progress (
  id integer primary key,
  turn integer not null,
  expired_at integer not null,
  expired_link integer not null
);

-- The clicks of an app that the last summary has counted, so that the next one has exactly what followed.
create table webhook_summaries (
  app_id text primary key references apps (id),
  at integer not null,
  clicks integer not null,
  visitors integer not null,
  other integer not null
);

create index links_valid_until on links (valid_until) where valid_until is not null;

alter table links add column redemptions integer not null default 0;
-- `active`, `disabled`, or `deleted`: a tombstone, so that the code is never given again.
alter table links add column state text not null default 'active';
-- Counts changes by people, so that nobody overwrites what somebody else has just written.
alter table links add column version integer not null default 1;
alter table links add column metadata_version integer not null default 1;

-- What metadata was before it was changed: a repeated redemption gets its first answer for ever.
create table metadata_versions (
  code text not null references links (code),
  version integer not null,
  metadata text,
  primary key (code, version)
);

-- Every grant there ever was, under the id that the app made for it.
create table redemptions (
  seq integer primary key,
  app_id text not null references apps (id),
  id text not null,
  code text not null references links (code),
  token_id text not null,
  created_at integer not null,
  -- With the code, all that the answer was made of.
  redemptions integer not null,
  redeem_limit integer,
  metadata_version integer not null,
  given_back_at integer,
  given_back_by text
);
create unique index redemptions_id on redemptions (app_id, id);
create index redemptions_code on redemptions (code, seq);

-- The first answer to a create with an `Idempotency-Key`; kept for a day.
create table idempotency_keys (
  app_id text not null references apps (id),
  key text not null,
  body_digest text not null,
  code text not null,
  created integer not null,
  created_at integer not null,
  primary key (app_id, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

-- Who changed what, and when. Written in the transaction of the change itself.
create table audit_log (
  seq integer primary key autoincrement,
  app_id text not null references apps (id),
  subject text not null,
  action text not null,
  -- The id of a token, or `operator` for a command.
  actor text not null,
  before text,
  after text,
  created_at integer not null
);
create index audit_log_subject on audit_log (app_id, subject, seq);

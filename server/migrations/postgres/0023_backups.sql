-- One row at most: who makes a scheduled backup, and the last ones.
create table backups (
  id integer primary key,
  lease_holder text,
  lease_until bigint not null,
  -- When the last backup that ended was begun, and what made it fail; null: it succeeded.
  tried_at bigint,
  error text,
  -- The last backup that succeeded.
  succeeded_at bigint,
  name text,
  bytes bigint
);

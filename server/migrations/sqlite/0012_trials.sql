-- Trials of templates that run now, in all processes of the installation. The constraints bound them: one
-- of an app, and one in each slot. A process that dies leaves its rows behind, so they expire.
create table trials (
  slot integer primary key,
  app_id text not null unique,
  id text not null,
  expires_at integer not null
);

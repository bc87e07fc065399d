-- Hosts that owners have added and not proven yet. They are not in `hosts`, because everything in
-- there has an effect, also for an instance of the previous version during a rolling upgrade. Several
-- apps may wait for the same host. What is in `hosts` already counts as proven.
create table pending_hosts (
  app_id text not null references apps (id),
  host text not null,
  position integer not null,
  primary key (app_id, host)
);

-- The random part of the DNS record that proves a host; drawn when an app first needs it.
alter table apps add column host_proof text;

-- May the association files of the default host list the app? Those that were listed stay.
alter table apps add column on_default_host integer not null default 0;
update apps set on_default_host = 1;

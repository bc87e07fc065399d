-- How visits of an app's links are answered: look of the pages, switches, social card. JSON.
alter table apps add column visits text not null default '{}';
-- The apps that may open the links of a host: team and bundle, package and fingerprints. JSON.
alter table platforms add column apps text not null default '[]';
-- Null: the template does not say.
alter table templates add column skip_page integer;
-- What link previews show of one link. JSON.
alter table links add column social text;

-- Names under which links are opened. Without any, every name does.
create table hosts (
  host text primary key,
  app_id text not null references apps (id),
  position integer not null
);
create index hosts_app on hosts (app_id);

-- For how long links of a template are valid; null: without an end.
alter table templates add column valid_for_seconds bigint;
-- Counts the links of an app that end soon.
create index links_expiring on links (app_id, valid_until)
  where valid_until is not null and state = 'active';

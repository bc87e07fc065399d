-- The id that the app's own system has for a link: unique among links of the app that are not deleted, so that a deleted
-- link keeps its id in the history and another one can get it. Links without an id are not in the index.
alter table links add column external_id text;
create unique index links_external_id on links (app_id, external_id)
  where external_id is not null and state <> 'deleted';

-- The links of an app in the order in which they were made: behind `app_id` stands the rowid.
create index links_app on links (app_id);
-- Few links are not active, so creates do not pay for these to be found.
create index links_state on links (app_id, state) where state <> 'active';

-- `tags` of links once more, to be looked for. Until now no link had any.
create table link_tags (
  app_id text not null references apps (id),
  tag text not null,
  link_id integer not null references links (id),
  primary key (app_id, tag, link_id)
) without rowid;

create index audit_log_app on audit_log (app_id);

-- The links of an app in the order in which they were made.
create index links_app on links (app_id, id);
-- Few links are not active, so creates do not pay for these to be found.
create index links_state on links (app_id, state, id) where state <> 'active';

-- `tags` of links once more, to be looked for. Until now no link had any.
create table link_tags (
  app_id text not null references apps (id),
  tag text not null,
  link_id bigint not null references links (id),
  primary key (app_id, tag, link_id)
);

create index audit_log_app on audit_log (app_id, seq);

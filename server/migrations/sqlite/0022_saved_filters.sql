-- Filters of the list of links that a member has saved in an app.
create table saved_filters (
  app_id text not null references apps (id),
  member_id text not null references members (id),
  name text not null,
  -- JSON: the parameters of the list.
  query text not null,
  primary key (app_id, member_id, name)
) without rowid;

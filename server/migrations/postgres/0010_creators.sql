-- Who made a token: the id of a member or a token, or `operator`. Null: nothing says it any more.
alter table tokens add column created_by text;
update tokens set created_by = coalesce(
  (select actor from audit_log a where a.app_id = tokens.app_id
     and a.subject = 'token:' || tokens.id and a.action = 'create' order by a.seq limit 1),
  -- The first ones are made with their app, and have no entry of their own.
  (select actor from audit_log a where a.app_id = tokens.app_id
     and a.subject = 'app' and a.action = 'create' and a.created_at = tokens.created_at limit 1)
);

-- When a member last used this app. What `sessions` has is about all of their apps.
alter table memberships add column last_seen_at bigint;

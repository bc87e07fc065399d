-- Until when a deleted link can be restored, in milliseconds since 1970-01-01 UTC; then its content is removed. Null: it
-- is not deleted, or its content is removed.
alter table links add column restorable_until bigint;
-- What a deleted link was, to restore it. Other links can take its unique key in the meantime.
alter table links add column kept_state text;
alter table links add column kept_unique_key text;

-- Earlier deletions kept the content for ever. Nothing says whether these links were disabled.
update links set kept_state = 'disabled', restorable_until = 2592000000 + coalesce(
    (select max(created_at) from audit_log
     where audit_log.app_id = links.app_id and subject = 'smartlink:' || links.code and action = 'delete'), 0)
  where state = 'deleted';

create index links_restorable_until on links (restorable_until) where restorable_until is not null;

-- Who replaced this metadata, and when: the author of the next version. Until now this was read from the
-- audit log, so no entry of that log could ever be deleted. Null: it is not known.
alter table metadata_versions add column replaced_by text;
alter table metadata_versions add column replaced_at integer;

-- Each change of metadata has an audit entry, written in the same transaction, so the nth entry of a link
-- replaced version n.
with changes as (
  select app_id, subject, actor, created_at,
    row_number() over (partition by app_id, subject order by seq) as version
  from audit_log where action = 'change' and before like '%"metadata":%'
)
update metadata_versions set replaced_by = changes.actor, replaced_at = changes.created_at
from changes join links on links.app_id = changes.app_id and changes.subject = 'smartlink:' || links.code
where metadata_versions.code = links.code and metadata_versions.version = changes.version;

drop index audit_log_metadata;

-- Which changes were of a link's metadata, without reading what each of them says: those of one link
-- may be thousands, of 16 KB each. Only these changes pay for it.
create index audit_log_metadata on audit_log (app_id, subject, seq)
  where action = 'change' and before like '%"metadata":%';

-- Rules with conditions that replace routes, as JSON; null: none. own_rules is 1 if they were chosen for this link: then
-- its template no longer changes them.
alter table links add column rules text;
alter table links add column own_rules integer;
alter table templates add column rules text;

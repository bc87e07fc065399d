-- A webhook can have millions of deliveries and few that failed: a list of these reads only them.
create index webhook_deliveries_failed on webhook_deliveries (webhook_id, event_seq) where state = 'failed';

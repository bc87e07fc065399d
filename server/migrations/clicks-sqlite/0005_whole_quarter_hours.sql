-- The first and the last click of a link were stored to the millisecond, although single clicks are deleted. Times are
-- whole quarter-hours now.
update link_totals
set first_at = first_at - first_at % 900000, last_at = last_at - last_at % 900000 + 899999;

-- The index gets terms for searches of one and two characters, so all blocks are written again in the background.
-- `indexed` counts these blocks; `blocks` counted those without the new terms.
alter table search_state add column indexed integer not null default 0;

-- For each term, the links that contain it, in blocks of 4096 numbers of links: see server/src/domain/search/.
create table search_postings (
  term integer not null,
  block integer not null,
  links text not null,
  primary key (term, block)
);

-- Links that were changed after their block was written. `version`: that of the link.
create table search_changes (
  link_id bigint primary key,
  version integer not null
);

-- One row: how many blocks are complete, and until when a process works on the next one.
create table search_state (
  blocks integer primary key,
  leased_until bigint not null
);
insert into search_state (blocks, leased_until) values (0, 0);

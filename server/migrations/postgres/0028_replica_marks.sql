-- The newest mark of each process that reads from replicas: a replica that has it has everything from before.
create table replica_marks (
  process text primary key,
  mark bigint not null,
  written_at bigint not null
);

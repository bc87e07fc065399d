-- A copy of another store into this one that is not finished: how far it got, so that it can go on.
create table copies (
  -- Which store is copied: rows of two stores must never mix.
  source text primary key,
  copied bigint not null,
  -- The last row that came over: its table, and its key as JSON. Null before the first one.
  last_table text,
  last_key text,
  started_at bigint not null
);

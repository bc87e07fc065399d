-- What follows a visit: visits that reached an app store, reports of apps that were opened, redemptions.
alter table day_links add column stores bigint not null default 0;
alter table day_links add column opens bigint not null default 0;
alter table day_links add column redemptions bigint not null default 0;

-- Reports of apps that were counted, so that a repeated one is not. hash: of the id, which the app makes.
create table report_ids (
  hash bigint primary key,
  day integer not null
);

create index report_ids_day on report_ids (day);

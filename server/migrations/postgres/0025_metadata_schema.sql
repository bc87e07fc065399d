-- JSON schemas for the metadata of links; null: that of the app, or none.
alter table apps add column metadata_schema text;
alter table templates add column metadata_schema text;

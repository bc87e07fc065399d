-- Which version of Smartlink applied a migration, so that an older one can name it. Null: one before 0.1.0.
alter table click_migrations add column version text;

-- The role of the instances in compose.scaled.yaml. `callout migrate` grants it what it needs.
\set ON_ERROR_STOP on
\getenv password SERVICE_PASSWORD
select 'create role callout_app login' where not exists (select from pg_roles where rolname = 'callout_app') \gexec
alter role callout_app nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';

-- In the old database, when nothing writes any more: prints the commands that copy the tables which are not published. Replace OLD and
-- NEW by the addresses of both databases.
select format('psql OLD -c "copy %1$s to stdout" | psql NEW -c "copy %1$s from stdin"', oid::regclass)
from pg_class as c
where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'schema_migrations'
  and not exists (select from pg_index as i where i.indrelid = c.oid and i.indisprimary)
order by relname;

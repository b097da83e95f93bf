-- In the old database, as a superuser: what a new one copies and follows (docs/scaling.md, "Moving to another PostgreSQL server"). The new database has the same
-- migrations already. Tables without a primary key are copied at the end: their changes would take a look at all rows each.
do $$
begin
  execute (
    select format('create publication callout_move for table %s', string_agg(oid::regclass::text, ', '))
    from pg_class as c
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'schema_migrations'
      and exists (select from pg_index as i where i.indrelid = c.oid and i.indisprimary)
  );
end $$;

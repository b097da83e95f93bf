-- In the new database, which `callout migrate` has prepared, as a superuser: copies all rows, then follows. Replace the connection.
do $$
begin
  if exists (select from users) then raise exception 'this database is in use'; end if;
  set local session_replication_role = replica; -- else the audit log refuses
  execute (
    select format('truncate %s', string_agg(oid::regclass::text, ', '))
    from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'schema_migrations'
  );
end $$;

-- Rows that the new server has confirmed must survive its failover: the old one does not send them again.
create subscription callout_move connection 'host=127.0.0.1 port=6432 user=callout dbname=callout' publication callout_move
  with (synchronous_commit = on);

-- In the old database, as a superuser and not in a transaction: from now on it can only be read. Returns when every session that could
-- write has ended. cancel.sql undoes it.
set default_transaction_read_only = off;

do $$
declare
  stopped_at timestamptz;
begin
  execute format('alter database %I set default_transaction_read_only = on', current_database());
  commit;
  stopped_at := clock_timestamp();
  loop
    -- A session that is starting holds this lock. It may have read the setting before, and pg_stat_activity lacks it.
    while exists (
      select from pg_locks
      where locktype = 'object' and classid = 'pg_database'::regclass and mode = 'RowExclusiveLock' and pid <> pg_backend_pid()
        and objid = (select oid from pg_database where datname = current_database()))
    loop
      perform pg_sleep(0.01);
    end loop;
    perform pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and backend_start < stopped_at;
    exit when not found;
    commit; -- pg_stat_activity shows the same sessions for a whole transaction
    perform pg_sleep(0.1);
  end loop;
end $$;

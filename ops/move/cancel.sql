-- In the old database, as a superuser, before the service has written to the new one: the old one can be written again.
set default_transaction_read_only = off;

do $$
begin
  execute format('alter database %I reset default_transaction_read_only', current_database());
end $$;

drop publication callout_move;

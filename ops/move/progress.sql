-- In the new database: how many tables are still copied. 0: it follows. null: there is no subscription that runs.
select case when exists (select from pg_subscription where subname = 'callout_move' and subenabled)
  then (select count(*) from pg_subscription_rel where srsubstate <> 'r') end as tables_to_copy;

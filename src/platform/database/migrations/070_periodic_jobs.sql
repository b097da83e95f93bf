-- A periodic job is one row of the queue: the key keeps instances that start from adding it twice.
alter table deliveries add column key text;
create unique index deliveries_by_key on deliveries (queue, key) where key is not null;

-- The tenant that caused a delivery: a client with the accounts that it created, or another account; all ones: nobody, as in all rows
-- of the release before. Claims take turns by tenant, and the index finds the oldest row of each in one step. deliveries_due stays for
-- the release before, which claims by it.

alter table deliveries add column tenant uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff';
create index deliveries_by_tenant on deliveries (queue, tenant, due_at, id);

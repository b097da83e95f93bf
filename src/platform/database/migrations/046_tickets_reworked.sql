-- no transaction
-- Tickets whose work was rejected.
create index concurrently if not exists tickets_reworked on tickets (created_at desc, id desc) where rework_count > 0;

-- no transaction
-- Deliveries that somebody asked for again, which are sent before all that wait.
create index concurrently if not exists webhook_redeliveries on webhook_deliveries (webhook_id, id) where state = 'pending' and is_redelivery;

-- A report that is sent again with its Idempotency-Key makes no second one: the SHA-256 of the key, and of what the report says.
alter table portal_reports add column idempotency_key bytea, add column request_digest bytea,
  add constraint portal_reports_idempotency_key unique (object_id, idempotency_key),
  add constraint portal_reports_request_digest check ((idempotency_key is null) = (request_digest is null));

-- The API token with which somebody created the webhook or gave it its address: the webhook ends with it.
alter table webhooks add column token_id uuid;
create index webhooks_of_tokens on webhooks (token_id) where token_id is not null and is_active;

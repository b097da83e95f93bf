-- Answers to requests with an Idempotency-Key; see src/platform/http/idempotency.
create table idempotency_keys (
  -- SHA-256 of the account and the key
  id         bytea primary key,
  -- encrypted with a key that is derived from the Idempotency-Key, which is not stored
  answer     bytea not null,
  expires_at timestamptz(3) not null
);
create index idempotency_keys_expired on idempotency_keys (expires_at);

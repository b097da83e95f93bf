-- no transaction
-- What others did for an account, whose name is replaced when it is anonymized.
create index concurrently if not exists audit_events_by_principal on audit_events (principal_id) where principal_id is not null;

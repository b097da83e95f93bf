insert into audit_events (at, event, actor_id, actor_name, subject_type, subject_id, subject_name, ip, request_id, detail, principal_id, principal_name)
values ('2026-01-02 11:00:00Z', 'user_created', '00000000-0000-4000-8000-000000000001', 'Root', 'user', '00000000-0000-4000-8000-000000000003', 'Wanda',
  '127.0.0.1', 'request', '{}', '00000000-0000-4000-8000-000000000002', 'Anna');
insert into account_grants (principal_id, email, email_key, scope, notify, token_hash, created_at, expires_at)
values ('00000000-0000-4000-8000-000000000002', 'vera@example.com', 'vera@example.com', 'read', true, sha256('token'), '2026-01-02 11:00:00Z', '2026-01-09 11:00:00Z');

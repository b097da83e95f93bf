insert into oidc_identities (issuer, subject, user_id, linked_at, last_used_at)
  values ('https://login.example.com', '00u1', '00000000-0000-4000-8000-000000000003', '2026-03-01 08:00:00Z', '2026-03-02 08:00:00Z');
insert into oidc_sign_ins (code_hash, identity, expires_at)
  values (decode(repeat('cd', 32), 'hex'), '{"issuer": "https://login.example.com", "subject": "00u1", "email": "", "name": "A"}',
          '2026-03-01 08:10:00Z');

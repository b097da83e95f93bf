insert into passkeys (user_id, credential_id, public_key, counter, transports, synced, name, created_at, last_used_at)
  values ('00000000-0000-4000-8000-000000000003', decode(repeat('ab', 16), 'hex'), decode(repeat('cd', 77), 'hex'), 5,
          '{internal,hybrid}', true, 'Phone', '2026-03-01 08:00:00Z', '2026-03-02 08:00:00Z');
insert into passkey_requirements (user_id, created_at) values ('00000000-0000-4000-8000-000000000003', '2026-03-01 08:00:00Z');
insert into used_passkey_challenges (challenge_hash, expires_at) values (decode(repeat('ef', 32), 'hex'), '2026-03-01 08:05:00Z');

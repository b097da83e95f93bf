insert into calendar_tokens (user_id, token_hash, created_at)
  values ('00000000-0000-4000-8000-000000000003', decode(repeat('ab', 32), 'hex'), '2026-03-01 08:00:00Z');

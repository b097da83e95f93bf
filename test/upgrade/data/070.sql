insert into deliveries (queue, key, payload, created_at) values ('jobs', 'retention', '{"kind": "retention"}', '2026-03-01T09:00:00Z');

insert into settings (key, id, value, changed_at) values ('name', '0c1d2e3f-4a5b-4c6d-8e7f-000000000087', 'Acme', '2026-03-01T08:00:00Z');

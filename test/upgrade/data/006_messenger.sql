insert into bots (id, username, problem, fence) values (281474976710655, 'tower_bot', '', 7);
update users set bot_id = 281474976710655, bot_token = '\x01ff', bot_saved_at = '2026-01-05 00:00:00Z' where role = 'client';
insert into bind_codes values ('\x0a', '00000000-0000-4000-8000-000000000002', 281474976710655, '2026-01-05 00:00:00Z', '2026-01-05 00:15:00Z', null);
insert into bot_updates values (281474976710655, 12, '2026-01-05 00:00:00Z');

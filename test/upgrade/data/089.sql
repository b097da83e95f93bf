insert into ticket_comments (ticket_id, author_name, author_role, text, report_id, created_at)
values (3, '', 'client', 'It is the lamp on the left', '00000000-0000-4000-8000-000000000043', '2026-01-03 11:00:00Z');
insert into ticket_comments (ticket_id, author_id, author_name, author_role, text, to_reporter, created_at)
values (3, '00000000-0000-4000-8000-000000000002', 'Root', 'admin', 'Thank you', true, '2026-01-03 12:00:00Z');

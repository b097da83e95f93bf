insert into ticket_comments (ticket_id, author_id, author_name, author_role, text, is_internal, created_at)
values (3, '00000000-0000-4000-8000-000000000002', 'Root', 'admin', 'The tenant complains often', true, '2026-01-02 10:50:00Z');

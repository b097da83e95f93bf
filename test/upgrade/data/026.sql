insert into ticket_comments (ticket_id, author_name, author_role, text, created_at)
  values (2, 'Wanda', 'worker', 'Which door is it?', '2026-01-02 10:20:00Z');

update ticket_search_stale set after_ticket = 1, due_at = '2026-01-02 10:20:00Z', settled_at = '2026-01-02 10:21:30Z'
  where object_id = (select min(object_id) from ticket_search_stale);

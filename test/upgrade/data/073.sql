insert into announcements (object_id, text, from_at, to_at, created_at)
  values (1, 'No water on Thursday', '2026-01-02 08:00:00Z', '2126-01-02 08:00:00Z', '2026-01-01 08:00:00Z');

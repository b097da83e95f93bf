insert into ticket_attachments (ticket_id, kind, storage_key, content_type, original_name, size_bytes, author_id, author_name, created_at, sha256, signed_by, round)
  select id, 'signature', repeat('8', 32), 'image/png', 'signature.png', 10, null, 'Wanda', '2026-03-02T08:00:00Z', sha256('x'), 'Otto', 0
  from tickets order by id limit 1;

insert into ticket_quotes (ticket_id, lines, total, note, valid_until, expires_at, status, sent_by, sent_by_name, sent_at, answered_by, answered_by_name, ended_at)
  select id, '[{"kind": "material", "text": "A pump", "quantity": "1", "unit": "", "unit_price": 32000, "amount": 32000}]'::jsonb, 32000, 'In stock', '2026-01-31', '2026-02-01 00:00:00Z'::timestamptz, 'approved', worker_id, 'Wanda', '2026-01-10 09:00:00Z'::timestamptz, client_id, 'Anna', '2026-01-11 09:00:00Z'::timestamptz
    from (select id, worker_id, client_id from tickets where status = 'closed' order by id limit 1) as closed
  union all
  select id, '[]'::jsonb, 0, '', null, null, 'open', worker_id, 'Wanda', '2026-01-10 09:00:00Z', null::uuid, '', null::timestamptz
    from (select id, worker_id from tickets where status in ('assigned', 'in_progress', 'rejected') order by id limit 1) as waiting;

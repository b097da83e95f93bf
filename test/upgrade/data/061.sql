insert into ticket_holds (ticket_id, reason, note, until, since, by_id, by_name, ended_at, end_reason, is_announced)
  select id, 'part', 'The pump comes on Thursday', '2026-01-12 08:00:00Z'::timestamptz, '2026-01-10 09:00:00Z'::timestamptz, worker_id, 'Wanda', null::timestamptz, null, false
    from (select id, worker_id from tickets where status in ('assigned', 'in_progress', 'rejected') order by id limit 1) as waiting
  union all
  select id, 'weather', '', null, '2026-01-02 09:00:00Z', null, 'Wanda', '2026-01-03 09:00:00Z', 'removed', true
    from (select id from tickets where status = 'closed' order by id limit 1) as closed;

insert into ticket_appointments (ticket_id, from_at, to_at, note, set_by, set_by_name, set_at, answer, answered_at, ended_at, end_reason, remind_at)
  select id, '2026-01-12 08:00:00Z'::timestamptz, '2026-01-12 10:00:00Z'::timestamptz, 'Ring twice', worker_id, 'Wanda', '2026-01-10 09:00:00Z'::timestamptz,
      'accepted', '2026-01-10 10:00:00Z'::timestamptz, null::timestamptz, null, '2026-01-11 08:00:00Z'::timestamptz
    from (select id, worker_id from tickets where status in ('assigned', 'in_progress', 'rejected') order by id limit 1) as waiting
  union all
  select id, '2026-01-02 08:00:00Z', '2026-01-02 10:00:00Z', '', null, 'Wanda', '2026-01-01 09:00:00Z', null, null, '2026-01-02 09:00:00Z', 'canceled', null
    from (select id from tickets where status = 'closed' order by id limit 1) as closed;
insert into ticket_appointment_offers (ticket_id, windows, offered_by, offered_by_name, offered_at)
  select id, '[{"from": "2026-01-12T08:00:00.000Z", "to": "2026-01-12T10:00:00.000Z"}, {"from": "2026-01-13T08:00:00.000Z", "to": "2026-01-13T10:00:00.000Z"}]',
    null, 'Wanda', '2026-01-10 09:00:00Z'
  from tickets where status = 'new' order by id limit 1;

insert into portal_reports (id, object_id, text, category, floor, contact, created_at, reported_by, reported_by_name, from_ticket_id)
  select '00000000-0000-4000-8000-000000000094', object_id, 'The door sticks', null, '2', '', '2026-03-02T08:00:00Z', null, 'Wanda', id
  from tickets order by id limit 1;

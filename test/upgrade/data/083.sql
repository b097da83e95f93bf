insert into checklists (client_id, name, items, created_at)
  select client_id, 'Monthly round', '[{"id": "5f0c7a3e-2b1d-4c8e-9a6f-0d1e2f3a4b5c", "label": "Emergency light", "kind": "check", "required": true}]', '2026-03-01T08:00:00Z'
  from tickets order by id limit 1;
insert into ticket_checklists (ticket_id, checklist_id, name)
  select (select id from tickets order by id limit 1), id, name from checklists;
insert into ticket_checklist_items (ticket_id, item_id, position, label, kind, required, value, answered_at, answered_by, answered_by_name)
  select ticket_id, '5f0c7a3e-2b1d-4c8e-9a6f-0d1e2f3a4b5c', 1, 'Emergency light', 'check', true, 'true', '2026-03-02T08:00:00Z', null, 'Wanda'
  from ticket_checklists;

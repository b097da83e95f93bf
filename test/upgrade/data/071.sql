insert into equipment (object_id, name, kind, location, manufacturer, model, serial, installed_on, warranty_until, notes, is_active, created_at)
  values (1, 'Lift', 'lift', 'Shaft', 'Otis', 'Gen2', '4711', '2019-05-31', '2029-05-31', 'Key at the porter', true, '2026-01-01 08:00:00Z'),
    (1, 'Boiler', '', '', '', '', '', null, null, '', false, '2026-01-01 08:00:00Z');
insert into ticket_equipment (ticket_id, equipment_id)
  select t.id, q.id from tickets as t join equipment as q on q.object_id = t.object_id and q.name = 'Lift' order by t.id limit 2;
insert into equipment_portals (id, equipment_id, token_hash, token_secret, created_at)
  select '00000000-0000-4000-8000-000000000071', id, sha256('equipment'), '\x0065717569706d656e74', '2026-01-03 08:00:00Z'
  from equipment where name = 'Lift';
update portal_reports set equipment_id = (select id from equipment where name = 'Lift') where status = 'open';
update recurring_patterns set equipment_id = (select id from equipment where name = 'Lift');

update tickets set floor = '3' where id = (select min(id) from tickets);
insert into ticket_edits (ticket_id, field, old_value, new_value, actor_id, actor_name, created_at)
  select min(id), 'floor', '2', '3', '00000000-0000-4000-8000-000000000002', 'Anna', '2026-01-10 10:00:00Z' from tickets;
insert into ticket_edits (ticket_id, field, old_value, new_value, actor_id, actor_name, created_at)
  select id, 'priority', 'low', priority::text, null, 'Gone', '2026-01-10 09:00:00Z' from tickets where priority <> 'low' order by id limit 1;

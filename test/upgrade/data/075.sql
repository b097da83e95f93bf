insert into project_costs (project_id, currency, approval_limit) select id, 'CHF', 50000 from projects order by id limit 1;
with ticket as (select id, worker_id from tickets where status = 'closed' and worker_id is not null order by id limit 1), line as (
  insert into ticket_costs (ticket_id, kind, text, quantity, unit, unit_price, amount, worker_id, worker_name, on_day, created_by, created_by_name, created_at)
    select id, 'labour', 'Replace the lamp', 1.5, 'h', 4500, 6750, worker_id, 'Wanda', '2026-01-10', worker_id, 'Wanda', '2026-01-10 09:00:00Z' from ticket
  returning id, ticket_id, worker_id
)
insert into ticket_cost_edits (ticket_id, cost_id, change, kind, text, quantity, unit, unit_price, amount, worker_id, worker_name, on_day, actor_id, actor_name, created_at)
  select ticket_id, id, 'changed', 'labour', 'Replace the lamp', 2, 'h', 4500, 9000, worker_id, 'Wanda', '2026-01-10', worker_id, 'Wanda', '2026-01-10 10:00:00Z' from line;
insert into deleted_ticket_costs (project_id, object_id, category, on_day, amount)
  select project_id, id, 'electric', '2025-11-03', 12000 from objects order by id limit 1;

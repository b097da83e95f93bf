-- no transaction
-- What the planner lists as unplanned: tickets to be done, in its order. The condition stands word for word in planner/queries.ts.
create index concurrently if not exists tickets_to_plan on tickets (priority desc, created_at, id) include (client_id)
  where status not in ('closed', 'done');

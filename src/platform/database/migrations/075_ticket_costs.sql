-- What the work on tickets costs. Amounts are integers of minor units of the currency of the project, such as cents.

create table project_costs (
  project_id     integer primary key constraint project_costs_project references projects on delete cascade,
  currency       text not null constraint project_costs_currency check (currency ~ '^[A-Z]{3}$'),
  -- null: no limit
  approval_limit bigint constraint project_costs_approval_limit check (approval_limit between 0 and 9007199254740991)
);

create table ticket_costs (
  id              bigint generated always as identity primary key,
  ticket_id       integer not null constraint ticket_costs_ticket references tickets on delete cascade,
  kind            text not null constraint ticket_costs_kind check (kind in ('labour', 'material', 'travel', 'other')),
  text            text not null,
  quantity        numeric not null constraint ticket_costs_quantity check (quantity >= 0 and scale(quantity) <= 3),
  unit            text not null,
  unit_price      bigint not null constraint ticket_costs_unit_price check (unit_price between 0 and 9007199254740991),
  -- round() of numeric rounds half away from zero, which is half up for what is not negative.
  amount          bigint not null constraint ticket_costs_amount
                  check (amount = round(quantity * unit_price) and amount <= 9007199254740991),
  -- Whose work it was.
  worker_id       uuid constraint ticket_costs_worker references users on delete set null,
  worker_name     text not null,
  on_day          date not null,
  created_by      uuid constraint ticket_costs_created_by references users on delete set null,
  -- The names at that time, which stay when the accounts are deleted.
  created_by_name text not null,
  created_at      timestamptz(3) not null
);
create index ticket_costs_by_ticket on ticket_costs (ticket_id, id);
create index ticket_costs_by_day on ticket_costs (on_day, ticket_id);
create index ticket_costs_by_worker on ticket_costs (worker_id) where worker_id is not null;
create index ticket_costs_by_creator on ticket_costs (created_by) where created_by is not null;

-- Lines as they were before they were changed or removed.
create table ticket_cost_edits (
  id          bigint generated always as identity primary key,
  ticket_id   integer not null constraint ticket_cost_edits_ticket references tickets on delete cascade,
  -- The line, which may be gone.
  cost_id     bigint not null,
  change      text not null constraint ticket_cost_edits_change check (change in ('changed', 'removed')),
  kind        text not null,
  text        text not null,
  quantity    numeric not null,
  unit        text not null,
  unit_price  bigint not null,
  amount      bigint not null,
  worker_id   uuid constraint ticket_cost_edits_worker references users on delete set null,
  worker_name text not null,
  on_day      date not null,
  actor_id    uuid constraint ticket_cost_edits_actor references users on delete set null,
  actor_name  text not null,
  created_at  timestamptz(3) not null
);
create index ticket_cost_edits_by_ticket on ticket_cost_edits (ticket_id, id);
create index ticket_cost_edits_by_line on ticket_cost_edits (cost_id, id);
create index ticket_cost_edits_by_worker on ticket_cost_edits (worker_id) where worker_id is not null;
create index ticket_cost_edits_by_actor on ticket_cost_edits (actor_id) where actor_id is not null;

-- What is left of the lines of deleted tickets, so that the costs of a year are known after retention. Without a foreign key: it would lock
-- the project after the ticket, which the deletion of a project locks after the project.
create table deleted_ticket_costs (
  id         bigint generated always as identity primary key,
  project_id integer not null,
  -- It may be gone.
  object_id  integer not null,
  category   ticket_category not null,
  on_day     date not null,
  amount     bigint not null
);
create index deleted_ticket_costs_by_project on deleted_ticket_costs (project_id, on_day);

create function keep_costs_of_deleted_ticket() returns trigger language plpgsql as $$
begin
  insert into deleted_ticket_costs (project_id, object_id, category, on_day, amount)
    select old.project_id, old.object_id, old.category, on_day, sum(amount)
    from ticket_costs where ticket_id = old.id group by on_day;
  return old;
end $$;

create trigger tickets_keep_costs before delete on tickets
  for each row execute function keep_costs_of_deleted_ticket();

create function delete_costs_of_deleted_project() returns trigger language plpgsql as $$
begin
  delete from deleted_ticket_costs where project_id = old.id;
  return null;
end $$;

create trigger projects_delete_costs after delete on projects
  for each row execute function delete_costs_of_deleted_project();

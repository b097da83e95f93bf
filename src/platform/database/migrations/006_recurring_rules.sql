-- Rules that create tickets on a schedule, and their runs.

create table recurring_rules (
  id              integer generated always as identity primary key,
  project_id      integer not null,
  object_id       integer not null,
  client_id       uuid not null,
  -- The object's address when the rule was created; tickets take the address at the time of the run.
  address         text not null,
  category        ticket_category not null,
  priority        ticket_priority not null,
  description     text not null,
  floor           text not null default '',
  anchor_at       timestamptz(3) not null,
  period_days     integer not null constraint recurring_rules_period check (period_days between 1 and 3650),
  is_active       boolean not null default true,
  last_run_at     timestamptz(3),
  -- Computed by src/product/recurring/schedule.ts and stored, so that an index finds the rules that are due.
  next_run_at     timestamptz(3) not null,
  created_by      uuid constraint recurring_rules_created_by references users on delete set null,
  created_by_name text not null,
  created_at      timestamptz(3) not null,
  constraint recurring_rules_place foreign key (object_id, project_id) references objects (id, project_id),
  constraint recurring_rules_owner foreign key (project_id, client_id) references projects (id, client_id)
);
create index recurring_rules_due on recurring_rules (next_run_at) where is_active;
create index recurring_rules_by_client on recurring_rules (client_id, created_at, id);
create index recurring_rules_by_project on recurring_rules (project_id, created_at, id);
create index recurring_rules_by_object on recurring_rules (object_id);
create index recurring_rules_by_creator on recurring_rules (created_by) where created_by is not null;

alter table tickets add column rule_id integer constraint tickets_rule references recurring_rules on delete set null;
-- Also finds the newest ticket of a rule.
create index tickets_by_rule on tickets (rule_id, id) where rule_id is not null;

create table recurring_runs (
  id        integer generated always as identity primary key,
  rule_id   integer not null constraint recurring_runs_rule references recurring_rules on delete cascade,
  run_at    timestamptz(3) not null,
  ticket_id integer constraint recurring_runs_ticket references tickets on delete set null,
  -- The values of the ticket when it was created.
  address   text not null,
  category  ticket_category not null
);
create index recurring_runs_by_rule on recurring_runs (rule_id, run_at, id);
create index recurring_runs_by_ticket on recurring_runs (ticket_id) where ticket_id is not null;

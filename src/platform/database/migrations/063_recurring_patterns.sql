-- Calendars in local time that recurring rules follow instead of their grid.

create table recurring_patterns (
  rule_id    integer primary key constraint recurring_patterns_rule references recurring_rules on delete cascade,
  rrule      text not null,
  starts_on  date not null,
  -- 08:00
  local_time text not null,
  timezone   text not null,
  lead_days  integer not null constraint recurring_patterns_lead_days check (lead_days between 0 and 60),
  -- Whether a worker is to be assigned; the account may have been deleted since.
  has_worker boolean not null,
  worker_id  uuid constraint recurring_patterns_worker references users on delete set null,
  -- Dates before it are not caught up with.
  set_at     timestamptz(3) not null,
  -- No date comes any more: recurring_rules.next_run_at keeps the last one, and the rule is disabled.
  has_ended  boolean not null default false,
  constraint recurring_patterns_named_worker check (has_worker or worker_id is null)
);
create index recurring_patterns_by_worker on recurring_patterns (worker_id) where worker_id is not null;

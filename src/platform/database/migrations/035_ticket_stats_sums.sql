-- Sums of ticket_stats by weeks of UTC, from which an admin's numbers of long ranges are read (docs/decisions/stats.md, Sums).

-- The weeks, from Monday, that a job sums. Late changes of their rows are recorded from then on.
create table ticket_stats_weeks (
  week       timestamptz(3) primary key,
  is_summed  boolean not null default false
);

-- Rows of ticket_stats in these weeks were added, changed or deleted since: the week is read row by row until it is summed again.
create table ticket_stats_late (
  id   bigint generated always as identity primary key,
  week timestamptz(3) not null
);
create index ticket_stats_late_by_week on ticket_stats_late (week);

create table ticket_stats_sums (
  id        bigint generated always as identity primary key,
  week      timestamptz(3) not null constraint ticket_stats_sums_week references ticket_stats_weeks on delete cascade,
  -- What the sum is of: 7 a quarter of an hour, 11 a category, 13 an object, 14 a worker. The value of grouping() in the service.
  kind      smallint not null,
  slot      timestamptz(3),
  category  ticket_category,
  object_id integer,
  -- Null for accounts that were deleted.
  worker_id uuid constraint ticket_stats_sums_worker references users on delete set null,
  created   integer not null,
  closed    integer not null,
  canceled  integer not null,
  reworked  integer not null,
  met       integer not null,
  missed    integer not null,
  -- Minutes of each ticket until it was taken, and until its work was done.
  take      integer[],
  finish    integer[]
);
create index ticket_stats_sums_by_week on ticket_stats_sums (week, kind);
create index ticket_stats_sums_by_worker on ticket_stats_sums (worker_id) where worker_id is not null;

create function week_of_stats(at timestamptz) returns timestamptz language sql immutable as $$
  select date_bin('7 days', at, '2001-01-01 00:00:00Z')
$$;

-- Only weeks that ended a day ago are summed, so what happens now is never late and pays for the comparison alone.
create function record_late_stats() returns trigger language plpgsql as $$
begin
  insert into ticket_stats_late (week)
  select week from ticket_stats_weeks
  where week = week_of_stats(new.at) or (tg_op = 'UPDATE' and week = week_of_stats(old.at));
  return null;
end $$;

create trigger ticket_stats_record_late after insert on ticket_stats for each row
  when (new.at < statement_timestamp() - interval '12 hours') execute function record_late_stats();
-- Not when an account is deleted: sums lose it by their foreign key.
create trigger ticket_stats_record_late_change after update on ticket_stats for each row
  when (least(old.at, new.at) < statement_timestamp() - interval '12 hours'
    and (new.worker_id is not null or old.worker_id is null)) execute function record_late_stats();

create function record_deleted_stats() returns trigger language plpgsql as $$
begin
  insert into ticket_stats_late (week)
  select week from ticket_stats_weeks where week in (select week_of_stats(at) from removed);
  return null;
end $$;

create trigger ticket_stats_record_deleted after delete on ticket_stats
  referencing old table as removed for each statement execute function record_deleted_stats();

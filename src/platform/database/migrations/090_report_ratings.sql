-- How people who have reported a problem without an account rate the work.

create table report_ratings (
  report_id  uuid constraint report_ratings_once primary key
             constraint report_ratings_report references portal_reports on delete cascade,
  rating     integer not null constraint report_ratings_rating check (rating between 1 and 5),
  text       text not null,
  created_at timestamptz(3) not null
);

-- What the statistics count: ratings without their texts, which are kept when the ticket and its report are deleted. Without keys of project
-- and object, as ticket_stats.
create table report_rating_stats (
  id         bigint generated always as identity primary key,
  project_id integer not null,
  -- It may be gone.
  object_id  integer not null,
  -- Who had done the work; null: nobody, or the account was deleted.
  worker_id  uuid constraint report_rating_stats_worker references users on delete set null,
  had_worker boolean not null,
  rating     integer not null constraint report_rating_stats_rating check (rating between 1 and 5),
  at         timestamptz(3) not null
);
create index report_rating_stats_by_time on report_rating_stats (at) include (project_id, object_id, worker_id, had_worker, rating);
create index report_rating_stats_by_project on report_rating_stats (project_id, at) include (object_id, worker_id, had_worker, rating);

create index report_rating_stats_by_worker on report_rating_stats (worker_id) where worker_id is not null;

create function delete_ratings_of_deleted_project() returns trigger language plpgsql as $$
begin
  delete from report_rating_stats where project_id = old.id;
  return null;
end $$;

create trigger projects_delete_ratings after delete on projects
  for each row execute function delete_ratings_of_deleted_project();

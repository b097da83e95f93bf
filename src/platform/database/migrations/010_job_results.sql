-- When each job and delivery queue last succeeded and last failed, on whichever instance; shown on the status page.
create table job_results (
  job          text primary key,
  succeeded_at timestamptz(3),
  failed_at    timestamptz(3)
);

-- Some jobs run on one instance: on the one that holds the lease of the job, until it ends or is not renewed any more.
alter table job_results
  add column holder       uuid,
  add column leased_until timestamptz(3),
  -- what the job keeps from one run to the next, such as where the next one goes on
  add column state        jsonb;

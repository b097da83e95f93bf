-- What the console asks for beside the specification: health, who has how much, who waits for a confirmation.

-- How work that comes round or goes out came to its end last, on whichever instance.
create table outcomes (
  work         text primary key,
  succeeded_at timestamptz(3),
  failed_at    timestamptz(3)
);

create index tickets_in_work on tickets (worker_id, status) where status in ('assigned', 'in_progress', 'done', 'rejected');
create index users_unconfirmed on users (created_at, id) where confirmed_at is null;

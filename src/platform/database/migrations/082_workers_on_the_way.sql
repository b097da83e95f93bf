-- When the worker of a ticket last said to be on the way to it.

create table workers_on_the_way (
  ticket_id integer primary key constraint workers_on_the_way_ticket references tickets on delete cascade,
  worker_id uuid not null constraint workers_on_the_way_worker references users on delete cascade,
  at        timestamptz(3) not null
);
create index workers_on_the_way_by_worker on workers_on_the_way (worker_id);

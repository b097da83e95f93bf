-- Deleting an account sets these columns to null. Without an index each deletion read tickets twice and the journal
-- once from end to end. Indexes, not columns without a foreign key: the key also refuses an author who is deleted meanwhile.
-- `if not exists`: docs/operations.md says how to build them before the upgrade without blocking writes.
create index if not exists tickets_by_assigner on tickets (assigned_by) where assigned_by is not null;
create index if not exists tickets_by_closer on tickets (closed_by) where closed_by is not null;
create index if not exists ticket_events_by_actor on ticket_events (actor_id) where actor_id is not null;
-- The other two indexes by worker leave out declined invitations, which block the deletion as well.
create index if not exists project_workers_by_worker on project_workers (worker_id);

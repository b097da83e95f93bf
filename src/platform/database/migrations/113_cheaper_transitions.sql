-- What every change of a ticket pays for: a hand-back is looked for only where there can be an open one, and a changed ticket is recorded
-- by a trigger for its row, which needs no tables of the changed rows and no join of them.

create or replace trigger tickets_close_hand_back after update of status on tickets
  for each row when (
    old.status in ('assigned', 'rejected') and (old.status <> new.status or old.worker_id is distinct from new.worker_id))
  execute function close_hand_back();

create function record_updated_ticket() returns trigger language plpgsql as $$
begin
  insert into ticket_changes as c (ticket_id, client_id, xid, client_xid)
  values (new.id, new.client_id, pg_current_xact_id(), pg_current_xact_id())
  on conflict (ticket_id) do update set xid = excluded.xid, client_xid = excluded.client_xid
  where c.client_xid is distinct from excluded.client_xid or c.xid <> excluded.xid;
  return null;
end $$;

-- Nobody sees when a ticket was reminded of.
create or replace trigger tickets_changed_updated after update on tickets
  for each row when (old.reminded_at is not distinct from new.reminded_at) execute function record_updated_ticket();

drop function record_updated_tickets();

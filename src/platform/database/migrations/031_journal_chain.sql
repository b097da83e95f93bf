-- A hash chain over the journal of each ticket (docs/reports.md, Hash chain), and the SHA-256 of each photo at its receipt.
--
-- The hash of an entry is the SHA-256 of the hash of the entry before it, 32 bytes, or none for the first one, followed by the UTF-8
-- bytes of the entry as JSON without white space, with these keys in this order: ticket_id, id, action, from_status (empty for
-- created), to_status, actor_name, comment, created_at (RFC 3339 in UTC with milliseconds), photo_id, photo_sha256 (in hex). The last
-- two are null where they are not known. Strings are escaped as JSON.stringify() does. The id of the author is left out: it becomes
-- null when the account is deleted.

create function journal_entry_bytes(
  ticket_id integer, id bigint, action ticket_action, from_status ticket_status, to_status ticket_status, actor_name text, comment text,
  created_at timestamptz, photo_id integer, photo_sha256 bytea
) returns bytea language sql stable as $$
  select convert_to(
    '{"ticket_id":' || ticket_id || ',"id":' || id || ',"action":"' || action
    || '","from_status":"' || coalesce(from_status::text, '') || '","to_status":"' || to_status
    || '","actor_name":' || to_json(actor_name)::text || ',"comment":' || to_json(comment)::text
    || ',"created_at":"' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","photo_id":' || coalesce(photo_id::text, 'null')
    || ',"photo_sha256":' || coalesce('"' || encode(photo_sha256, 'hex') || '"', 'null') || '}', 'UTF8')
$$;

create function extend_chain(head bytea, entry bytea) returns bytea language sql immutable as $$ select sha256(head || entry) $$;
create aggregate journal_chain(bytea) (sfunc = extend_chain, stype = bytea, initcond = '');

-- The end of each chain: without it the removal of the newest entries would leave a shorter chain that is correct.
create table ticket_chains (
  ticket_id integer primary key constraint ticket_chains_ticket references tickets on delete cascade,
  entries   integer not null,
  head      bytea not null,
  -- The time of the first entry; null: the entries are older than this migration, which calculated the chain.
  since     timestamptz(3)
) with (fillfactor = 70);

-- Readers go on while the chains of existing entries are calculated; only the columns at the end need all of the table.
lock table ticket_events in share row exclusive mode;
insert into ticket_chains (ticket_id, entries, head)
select ticket_id, count(*), journal_chain(
  journal_entry_bytes(ticket_id, id, action, from_status, to_status, actor_name, comment, created_at, null, null) order by id)
from ticket_events group by ticket_id;

-- Writers of the journal lock the ticket before they are given the id of an entry, so ids have the order of the chain.
create function chain_journal_entry() returns trigger language plpgsql as $$
declare
  entry bytea := journal_entry_bytes(new.ticket_id, new.id, new.action, new.from_status, new.to_status, new.actor_name, new.comment,
    new.created_at, new.photo_id, new.photo_sha256);
begin
  -- Not an insert with `on conflict`: it would also write a lock of the row to the WAL.
  update ticket_chains set entries = entries + 1, head = sha256(head || entry) where ticket_id = new.ticket_id
  returning head into new.chain_hash;
  if not found then
    insert into ticket_chains (ticket_id, entries, head, since) values (new.ticket_id, 1, sha256(entry), new.created_at)
    returning head into new.chain_hash;
  end if;
  return new;
end $$;

alter table ticket_events
  -- The photo that an entry is about; no foreign key, because the entry outlives the photo.
  add column photo_id integer,
  -- Of the file of an added photo, as it was stored.
  add column photo_sha256 bytea,
  -- Null for entries that are older than this migration.
  add column chain_hash bytea;

create trigger ticket_events_chain before insert on ticket_events for each row execute function chain_journal_entry();

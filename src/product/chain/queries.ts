import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { type ChainedEntry, entryHash } from './entry-hash.ts';
import type { ChainHash, ChainQuery, TicketChain } from './schemas.ts';
import './tables.ts';

type JournalEntry = ChainedEntry & { chain_hash: Buffer | null };

interface JournalRow extends JournalEntry {
  head: Buffer | null;
  chained: number | null;
  since: string | null;
  photos: number[];
}

/** Checks the chain of a ticket, which its caller has seen to be visible. */
export async function getChain(db: Db, ticketId: number, { limit, offset }: ChainQuery): Promise<TicketChain> {
  const rows = await readJournal(db, ticketId);
  const hashes: ChainHash[] = [];
  let previous: Buffer = Buffer.alloc(0);
  let changedId: number | undefined;
  for (const row of rows) {
    previous = entryHash(previous, row);
    if (row.chain_hash && !row.chain_hash.equals(previous)) changedId ??= row.id;
    const { id, photo_id, photo_sha256 } = row;
    hashes.push({ id, hash: previous.toString('hex'), photo_id, photo_sha256: photo_sha256?.toString('hex') ?? null });
  }
  const reason = reasonOf(rows, previous, changedId);
  return {
    ok: reason === undefined,
    ...(reason && { reason }),
    ...(changedId !== undefined && { entry_id: changedId }),
    head: rows[0]?.head?.toString('hex') ?? '',
    entries: rows.length,
    ...(rows[0]?.since && { since: rows[0].since }),
    hashes: hashes.slice(offset, offset + limit),
  };
}

/** One statement, because an entry that is written between two reads would look like a change. */
async function readJournal(db: Db, ticketId: number): Promise<JournalRow[]> {
  const { rows } = await sql<JournalRow>`
    select e.id, e.ticket_id, e.action, e.from_status, e.to_status, e.actor_name, e.comment, e.created_at, e.photo_id,
      e.photo_sha256, e.chain_hash, c.head, c.entries as chained, c.since, p.ids as photos
    from ticket_events as e
    left join ticket_chains as c on c.ticket_id = e.ticket_id,
    (select coalesce(array_agg(id), '{}') as ids from ticket_photos where ticket_id = ${ticketId}) as p
    where e.ticket_id = ${ticketId} order by e.id`.execute(db);
  return rows;
}

function reasonOf(rows: JournalRow[], head: Buffer, changedId: number | undefined): TicketChain['reason'] {
  const [first] = rows;
  if (!first?.head) return 'no_chain';
  const chained = first.chained ?? 0;
  if (rows.length < chained) return 'entries_missing';
  if (rows.length > chained) return 'entries_added';
  if (changedId !== undefined || !first.head.equals(head)) return 'entry_changed';
  return hasAllPhotos(rows, first.photos) ? undefined : 'photo_missing';
}

/** The photos that were added and not removed are there. The release before writes removals without the id of the photo. */
function hasAllPhotos(rows: JournalRow[], photos: number[]): boolean {
  const idsOf = (wanted: string) => rows.filter(({ action }) => action === wanted).map(({ photo_id }) => photo_id);
  const removed = new Set(idsOf('photo_removed'));
  const missing = idsOf('photo_added').filter((id) => id !== null && !removed.has(id) && !photos.includes(id));
  return missing.length <= idsOf('photo_removed').filter((id) => id === null).length;
}

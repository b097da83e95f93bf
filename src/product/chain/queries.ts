import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/errors.ts';
import { CallerGone } from '../../platform/lib/fair-queue.ts';
import { type ChainedEntry, entryHash } from './entry-hash.ts';
import type { ChainHash, ChainQuery, TicketChain } from './schemas.ts';
import './tables.ts';

/** Entries that are read and hashed at a time, which takes some milliseconds: an entry may have a reason of 8 KB. */
const batchSize = 100;

type JournalEntry = ChainedEntry & { chain_hash: Buffer | null };

/** What was written beside the journal. */
interface ChainState {
  head: Buffer | null;
  chained: number | null;
  since: string | null;
  /** the newest entry; null: there is none */
  newest_id: number | null;
  photos: number[];
}

/**
 * Checks the chain of a ticket, which its caller has seen to be visible. A journal may have any number of entries, so they are read in
 * batches, and nothing is kept of them but the page.
 * @param db a connection for heavy reads
 * @param isGone whether nobody waits for the answer any more
 * @throws 404 deleted meanwhile; CallerGone
 */
export async function getChain(
  db: Db,
  ticketId: number,
  { limit, offset }: ChainQuery,
  isGone = (): boolean => false,
): Promise<TicketChain> {
  const state = await readState(db, ticketId);
  const photos = new PhotoEntries();
  const hashes: ChainHash[] = [];
  let entries = 0;
  let previous: Buffer = Buffer.alloc(0);
  let changedId: number | undefined;
  for await (const rows of readEntries(db, ticketId, state.newest_id)) {
    if (isGone()) throw new CallerGone('the caller has gone');
    for (const row of rows) {
      previous = entryHash(previous, row);
      if (row.chain_hash && !row.chain_hash.equals(previous)) changedId ??= row.id;
      photos.add(row);
      const { id, photo_id, photo_sha256 } = row;
      const isOnPage = offset <= entries && entries < offset + limit;
      if (isOnPage) {
        hashes.push({ id, hash: previous.toString('hex'), photo_id, photo_sha256: photo_sha256?.toString('hex') ?? null });
      }
      entries++;
    }
  }
  if (entries < (state.chained ?? 0) && (await readState(db, ticketId)).head === null) throw notFound('ticket');
  const reason = reasonOf(state, { entries, head: previous, changedId, photos });
  return {
    ok: reason === undefined,
    ...(reason && { reason }),
    ...(changedId !== undefined && { entry_id: changedId }),
    head: (entries > 0 && state.head?.toString('hex')) || '',
    entries,
    ...(entries > 0 && state.since && { since: state.since }),
    hashes,
  };
}

/** One statement, because an entry or a photo that is written between two reads would look like a change. */
async function readState(db: Db, ticketId: number): Promise<ChainState> {
  const { rows } = await sql<ChainState>`
    select c.head, c.entries as chained, c.since,
      (select max(id) from ticket_events where ticket_id = ${ticketId}) as newest_id,
      array(select id from ticket_photos where ticket_id = ${ticketId}) as photos
    from (select) as ticket left join ticket_chains as c on c.ticket_id = ${ticketId}`.execute(db);
  return rows[0] ?? { head: null, chained: null, since: null, newest_id: null, photos: [] };
}

/** Reads the journal in batches, without the entries that are newer than the state: later entries have greater ids. */
async function* readEntries(db: Db, ticketId: number, newestId: number | null): AsyncGenerator<JournalEntry[], void> {
  let lastId: number | undefined = Number.MIN_SAFE_INTEGER;
  while (newestId !== null && lastId !== undefined && lastId < newestId) {
    const { rows }: { rows: JournalEntry[] } = await sql<JournalEntry>`
      select id, ticket_id, action, from_status, to_status, actor_name, comment, created_at, photo_id, photo_sha256, chain_hash
      from ticket_events where ticket_id = ${ticketId} and id > ${lastId} and id <= ${newestId}
      order by id limit ${batchSize}`.execute(db);
    if (rows.length > 0) yield rows;
    lastId = rows.at(-1)?.id;
  }
}

/** What the entries of a journal say. */
interface ReadJournal {
  entries: number;
  head: Buffer;
  changedId: number | undefined;
  photos: PhotoEntries;
}

function reasonOf(state: ChainState, { entries, head, changedId, photos }: ReadJournal): TicketChain['reason'] {
  if (entries === 0 || !state.head) return 'no_chain';
  const chained = state.chained ?? 0;
  if (entries < chained) return 'entries_missing';
  if (entries > chained) return 'entries_added';
  if (changedId !== undefined || !state.head.equals(head)) return 'entry_changed';
  return photos.areIn(state.photos) ? undefined : 'photo_missing';
}

/** The photos that a journal says were added and removed. */
class PhotoEntries {
  readonly #kept = new Set<number>();
  /** The release before writes removals without the id of the photo. */
  #removedWithoutId = 0;

  add({ action, photo_id }: JournalEntry): void {
    if (action === 'photo_added' && photo_id !== null) this.#kept.add(photo_id);
    if (action !== 'photo_removed') return;
    if (photo_id === null) this.#removedWithoutId++;
    else this.#kept.delete(photo_id);
  }

  /** Whether the photos that were added and not removed are among these. */
  areIn(photos: readonly number[]): boolean {
    const missing = this.#kept.difference(new Set(photos));
    return missing.size <= this.#removedWithoutId;
  }
}

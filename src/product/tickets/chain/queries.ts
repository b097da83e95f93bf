import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import { CallerGone } from '../../../platform/lib/fair-queue.ts';
import { type ChainedEntry, entryHash, type JournalReplacement, replacementHash } from './entry-hash.ts';
import type { ChainHash, ChainQuery, ChainReplacement, ReplacementQuery, TicketChain } from './schemas.ts';
import './tables.ts';

/** Entries that are read and hashed at a time, which takes some milliseconds: an entry may have a reason of 8 KB. */
const batchSize = 100;

/** How often a chain is read again because somebody's name was replaced meanwhile. */
const maxAttempts = 3;

type JournalEntry = ChainedEntry & {
  chain_hash: Buffer | null;
  /** of its newest record, if the name of its author was replaced */
  content_hash: Buffer | null;
  entry_hash: Buffer | null;
  replaced_at: string | null;
};
type Replacement = JournalReplacement & { hash: Buffer };

/** What was written beside the journal. */
interface ChainState {
  head: Buffer | null;
  chained: number | null;
  since: string | null;
  /** the newest entry; null: there is none */
  newest_id: number | null;
  /** the newest record of a replaced name; null: there is none */
  newest_replacement: number | null;
  photos: number[];
}

/**
 * Checks the chain of a ticket, which its caller has seen to be visible. A journal may have any number of entries, so they are read in
 * batches, and nothing is kept of them but the page.
 * @param db a connection for heavy reads
 * @param isGone whether nobody waits for the answer any more
 * @throws 404 deleted meanwhile; CallerGone
 */
export async function getChain(db: Db, ticketId: number, query: ChainQuery, isGone = (): boolean => false): Promise<TicketChain> {
  for (let attempt = 1; ; attempt++) {
    const state = await readState(db, ticketId);
    const chain = await checkChain(db, ticketId, state, query, isGone);
    if (chain.ok || attempt === maxAttempts) return chain;
    const { newest_replacement } = await readState(db, ticketId);
    if (newest_replacement === state.newest_replacement) return chain;
  }
}

async function checkChain(
  db: Db,
  ticketId: number,
  state: ChainState,
  { limit, offset }: ChainQuery,
  isGone: () => boolean,
): Promise<TicketChain> {
  const photos = new PhotoEntries();
  const hashes: ChainHash[] = [];
  const records = new Replacements(db, ticketId, state.newest_replacement);
  let entries = 0;
  let replaced = 0;
  let previous: Buffer = Buffer.alloc(0);
  let changedId: number | undefined;
  for await (const rows of readEntries(db, ticketId, state)) {
    if (isGone()) throw new CallerGone('the caller has gone');
    for (const row of rows) {
      const { hash, isAsWritten } = linkOf(previous, row);
      if (!isAsWritten) changedId ??= row.id;
      photos.add(row);
      const { id, photo_id, photo_sha256, replaced_at } = row;
      const isOnPage = offset <= entries && entries < offset + limit;
      if (isOnPage) {
        const item = { id, hash: hash.toString('hex'), photo_id, photo_sha256: photo_sha256?.toString('hex') ?? null };
        hashes.push(replaced_at === null ? item : { ...item, replaced_at });
      }
      if (replaced_at !== null) replaced++;
      entries++;
      previous = await records.extend(hash, id);
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
    replaced,
    ...(entries > 0 && state.since && { since: state.since }),
    hashes,
  };
}

/** An entry with a record keeps the hash with which it was written: what it is now is covered by the hash in the record. */
function linkOf(previous: Buffer, row: JournalEntry): { hash: Buffer; isAsWritten: boolean } {
  const calculated = entryHash(previous, row);
  const { content_hash, entry_hash, chain_hash } = row;
  if (!content_hash || !entry_hash) return { hash: calculated, isAsWritten: chain_hash?.equals(calculated) ?? true };
  return { hash: entry_hash, isAsWritten: content_hash.equals(calculated) && (chain_hash?.equals(entry_hash) ?? false) };
}

/** Lists the records of replaced names of a ticket, which its caller has seen to be visible, in the order of the chain. */
export async function listReplacements(db: Db, ticketId: number, query: ReplacementQuery): Promise<Page<ChainReplacement>> {
  const records = db.selectFrom('journal_replacements as r').where('r.ticket_id', '=', ticketId);
  const hex = (column: 'entry_hash' | 'content_hash' | 'hash') =>
    sql<string>`encode(${sql.ref(`r.${column}`)}, 'hex')`.as(column);
  const columns = ['r.ticket_id', 'r.id', 'r.entry_id', 'r.after_entry_id', 'r.replaced_at', 'r.replaced_by'] as const;
  const order = { column: 'r.id', id: 'r.id', direction: 'asc' } as const;
  return selectPage(records.select([...columns, hex('entry_hash'), hex('content_hash'), hex('hash')]), query, order);
}

/** The records of a chain, which are read in batches as the entries are. */
class Replacements {
  readonly #db: Db;
  readonly #ticketId: number;
  readonly #newestId: number | null;
  #batch: Replacement[] = [];
  #lastId = 0;

  constructor(db: Db, ticketId: number, newestId: number | null) {
    this.#db = db;
    this.#ticketId = ticketId;
    this.#newestId = newestId;
  }

  /** @param hash of an entry @returns the hash of the last record after it, which says so itself; that of the entry when there is none */
  async extend(hash: Buffer, entryId: number): Promise<Buffer> {
    let previous = hash;
    for (let record = await this.#peek(); record?.after_entry_id === entryId; record = await this.#peek()) {
      previous = replacementHash(previous, record);
      this.#batch.shift();
    }
    return previous;
  }

  async #peek(): Promise<Replacement | undefined> {
    if (this.#batch.length === 0 && this.#newestId !== null && this.#lastId < this.#newestId) {
      this.#batch = await this.#db
        .selectFrom('journal_replacements')
        .selectAll()
        .where('ticket_id', '=', this.#ticketId)
        .where('id', '>', this.#lastId)
        .where('id', '<=', this.#newestId)
        .orderBy('id')
        .limit(batchSize)
        .execute();
      this.#lastId = this.#batch.at(-1)?.id ?? this.#newestId;
    }
    return this.#batch[0];
  }
}

/** One statement, because an entry or a photo that is written between two reads would look like a change. */
async function readState(db: Db, ticketId: number): Promise<ChainState> {
  const { rows } = await sql<ChainState>`
    select c.head, c.entries as chained, c.since,
      (select max(id) from ticket_events where ticket_id = ${ticketId}) as newest_id,
      (select max(id) from journal_replacements where ticket_id = ${ticketId}) as newest_replacement,
      array(select id from ticket_photos where ticket_id = ${ticketId}) as photos
    from (select) as ticket left join ticket_chains as c on c.ticket_id = ${ticketId}`.execute(db);
  return rows[0] ?? { head: null, chained: null, since: null, newest_id: null, newest_replacement: null, photos: [] };
}

/** Reads the journal in batches, without the entries that are newer than the state: later entries have greater ids. */
async function* readEntries(
  db: Db,
  ticketId: number,
  { newest_id: newestId, newest_replacement: newestReplacement }: ChainState,
): AsyncGenerator<JournalEntry[], void> {
  let lastId: number | undefined = Number.MIN_SAFE_INTEGER;
  while (newestId !== null && lastId !== undefined && lastId < newestId) {
    const { rows }: { rows: JournalEntry[] } = await sql<JournalEntry>`
      select e.id, e.ticket_id, action, from_status, to_status, actor_name, comment, created_at, photo_id, photo_sha256, chain_hash,
        r.content_hash, r.entry_hash, r.replaced_at
      from ticket_events as e left join lateral (
        select content_hash, entry_hash, replaced_at from journal_replacements
        where entry_id = e.id and ticket_id = e.ticket_id and id <= ${newestReplacement} order by id desc limit 1
      ) as r on true
      where e.ticket_id = ${ticketId} and e.id > ${lastId} and e.id <= ${newestId}
      order by e.id limit ${batchSize}`.execute(db);
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

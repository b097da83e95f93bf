import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** With more new entries than this, consoles reload everything instead of single tickets. */
const maxNewEntries = 2_500;
/** How many entries that are not visible yet are remembered: a few transactions write a thousand each. */
const maxMissing = 6_000;
/** The longest statements end after 55 s (`longStatementMs`): an entry that is still not visible after this time was rolled back. */
const pendingMs = 60_000;

/** Which tickets changed; `any`: more than are named. */
export type Changes = { any: true } | { any: false; ids: number[]; wasFree: Set<number> };

interface Entry {
  id: number;
  ticket_id: number;
  /** or had another worker, whose console has to remove it */
  was_free: boolean;
}

/**
 * Polls the journal for new entries. Ids come from a sequence and become visible when their
 * transaction commits, so a lower id may become visible after a higher one: ids that are missing
 * below the newest one are polled as well, until their transaction must have ended. Transactions
 * that stay open for longer than a statement may run cost nothing here.
 */
export class JournalPoller {
  readonly #db: Database;
  #newestId: number | undefined;
  /** Ids below the newest that are not visible, oldest first, and when they were first missed, in milliseconds. */
  readonly #missing = new Map<number, number>();
  #droppedAtMs = 0;
  #reloadAtMs: number | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Reads what became visible since the last call; the first call returns `any`.
   * @param nowMs by a clock that is never set back
   * @throws when the database does not answer
   */
  async poll(nowMs: number): Promise<Changes> {
    const entries = this.#newestId === undefined ? undefined : await this.#readNew(this.#newestId);
    if (!entries || entries.length > maxNewEntries) {
      this.#advance([...(entries ?? []), ...(await this.#readLast())], nowMs);
      return { any: true };
    }
    this.#advance(entries, nowMs);
    if (this.#isReloadDue(nowMs)) return { any: true };
    const wasFree = new Set(entries.filter(({ was_free }) => was_free).map(({ ticket_id }) => ticket_id));
    return { any: false, ids: [...new Set(entries.map(({ ticket_id }) => ticket_id))], wasFree };
  }

  async #readNew(newestId: number): Promise<Entry[]> {
    const { rows } = await sql<Entry>`
      select id, ticket_id, action = 'assigned' or from_status is not distinct from 'new' as was_free from (
        (select * from ticket_events where id > ${newestId} order by id limit ${maxNewEntries + 1})
        union all
        (select * from ticket_events where id = any(${[...this.#missing.keys()]}::bigint[]))
      ) as entries`.execute(this.#db.read);
    return rows;
  }

  /** The newest entries: as far back as missing ones are remembered. */
  #readLast(): Promise<Pick<Entry, 'id'>[]> {
    return this.#db.read
      .selectFrom('ticket_events')
      .select('id')
      .where('id', '>', sql<number>`(select max(id) - ${maxMissing}::bigint from ticket_events)`)
      .execute();
  }

  #advance(visible: Pick<Entry, 'id'>[], nowMs: number): void {
    const ids = new Set(visible.map(({ id }) => id));
    const previousId = this.#newestId ?? 0;
    const newestId = [...ids].reduce((max, id) => Math.max(max, id), previousId);
    for (const id of ids) this.#missing.delete(id);
    const firstId = Math.max(previousId + 1, newestId - maxMissing + 1);
    for (let id = firstId; id < newestId; id++) if (!ids.has(id)) this.#missing.set(id, nowMs);
    this.#newestId = newestId;
    this.#forgetMissing(nowMs, firstId > previousId + 1);
  }

  /** @param wereSkipped whether some were not remembered in the first place */
  #forgetMissing(nowMs: number, wereSkipped: boolean): void {
    let wereDropped = wereSkipped;
    for (const [id, missedAtMs] of this.#missing) {
      const isOver = nowMs - missedAtMs >= pendingMs;
      if (!isOver && this.#missing.size <= maxMissing) break;
      this.#missing.delete(id);
      wereDropped ||= !isOver;
    }
    if (!wereDropped) return;
    this.#droppedAtMs = nowMs;
    this.#reloadAtMs ??= nowMs + pendingMs;
  }

  /** Consoles reload once for entries that were not remembered, when their transactions must have ended. */
  #isReloadDue(nowMs: number): boolean {
    if (this.#reloadAtMs === undefined || nowMs < this.#reloadAtMs) return false;
    const nextAtMs = this.#droppedAtMs + pendingMs;
    this.#reloadAtMs = nextAtMs > nowMs ? nextAtMs : undefined;
    return true;
  }
}

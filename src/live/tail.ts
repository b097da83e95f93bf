import { sql } from 'kysely';
import type { Database } from '../db/open.ts';

/** More new entries than this mean any ticket. */
const many = 400;
/** So many entries are remembered as told; beyond it is cheaper to let everybody look again. */
const remembered = 1_000;

/** Which tickets changed; `any`: more than are named. */
export type Changes = { any: true } | { any: false; ids: number[]; wasFree: Set<number> };

/** The journal as a look found it: its newest entry, and the first transaction that had not begun. */
interface Mark {
  newest: number;
  next: number;
}

/**
 * Follows the journal. Entries are numbered when they are written and appear when their transaction
 * commits, so a lower number may appear after a higher one: a number is behind us only when all
 * transactions that ran beside it have ended. An entry is never the first write of its transaction,
 * which therefore counts as running before the entry has its number.
 */
export class JournalTail {
  readonly #db: Database;
  /** Entries up to here were told, all of them. */
  #behind: number | undefined;
  readonly #told = new Set<number>();
  #marks: Mark[] = [];
  /** What ran when everybody was last told to look again; they look once more when it has ended. */
  #unsettled: number | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @returns what became visible since the last call; any, for the first @throws when the database does not answer */
  async look(): Promise<Changes> {
    const { rows } = await sql<Mark & { oldest: number }>`
      select coalesce((select max(id) from ticket_events), 0) as newest,
        pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next
    `.execute(this.#db.read);
    const [found] = rows;
    if (!found) throw new Error('no row');
    const { oldest, ...now } = found;
    if (this.#unsettled !== undefined && oldest >= this.#unsettled) {
      this.#unsettled = undefined;
      return { any: true }; // what is new besides is named by the next look
    }
    const entries = this.#behind === undefined ? [] : await this.#entriesAfter(this.#behind);
    for (const { id } of entries) this.#told.add(id);

    if (this.#behind === undefined || entries.length > many || this.#told.size > remembered) {
      this.#startAgain(now, oldest);
      return { any: true };
    }
    this.#leaveBehind(now, oldest);
    const wasFree = new Set(entries.filter(({ was_free }) => was_free).map(({ ticket_id }) => ticket_id));
    return { any: false, ids: [...new Set(entries.map(({ ticket_id }) => ticket_id))], wasFree };
  }

  #entriesAfter(behind: number) {
    return this.#db.read
      .selectFrom('ticket_events')
      .select(['id', 'ticket_id', sql<boolean>`from_status is not distinct from 'new'`.as('was_free')])
      .where('id', '>', behind)
      .where('id', '<>', sql<number>`all(${[...this.#told]}::bigint[])`)
      .orderBy('id')
      .limit(many + 1)
      .execute();
  }

  #startAgain(now: Mark, oldest: number): void {
    this.#behind = now.newest;
    this.#told.clear();
    this.#marks = [];
    this.#unsettled = oldest < now.next ? now.next : undefined;
  }

  #leaveBehind(now: Mark, oldest: number): void {
    this.#marks.push(now);
    const settled = this.#marks.findLastIndex(({ next }) => next <= oldest);
    const mark = this.#marks[settled];
    if (!mark) return;
    this.#marks.splice(0, settled + 1);
    this.#behind = mark.newest;
    for (const id of this.#told) if (id <= mark.newest) this.#told.delete(id);
  }
}

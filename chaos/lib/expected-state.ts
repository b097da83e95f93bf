import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

/** A ticket as its only writer knows it. */
export interface ExpectedTicket {
  id: number;
  project: number;
  /** The actions that were acknowledged, in order. */
  actions: string[];
  /** One that got no answer: it happened whole, or not at all. */
  maybe?: string;
  photos: Map<number, { digest: string; size: number }>;
  /** The photo whose removal got no answer. */
  maybeRemoved?: number;
}

/** Something else with a state that one word tells, found by a query over its key. */
interface Fact {
  state: string;
  maybe?: string;
}

export type FactKind = 'user' | 'member' | 'project' | 'rule' | 'attempt';

/** How each kind of fact is read: rows of (key, state); a key without a row is `absent`. */
const readers: Record<FactKind, string> = {
  user: `select email as key, case when is_active then 'active' else 'disabled' end as state from users where email = any($1)`,
  member: `select project_id || ':' || worker_id as key, status::text as state from project_workers
    where project_id || ':' || worker_id = any($1)`,
  project: `select name as key, 'there' as state from projects where name = any($1)`,
  rule: `select r.description as key, case when is_active then 'on ' else 'off ' end ||
      (select count(*) from recurring_runs where rule_id = r.id) as state from recurring_rules r where r.description = any($1)`,
  // Tickets that were asked for without an answer, by their description: never twice.
  attempt: `select description as key, count(*)::text as state from tickets where description = any($1) group by 1`,
};

/** All that was acknowledged. Each thing has one writer, so its state is known, or one step beyond. */
export class ExpectedState {
  readonly tickets = new Map<number, ExpectedTicket>();
  readonly #facts: Record<FactKind, Map<string, Fact>> = {
    user: new Map(),
    member: new Map(),
    project: new Map(),
    rule: new Map(),
    attempt: new Map(),
  };
  /** How many writes were acknowledged. */
  acknowledged = 0;

  acknowledge(kind: FactKind, key: string, state: string): void {
    this.#facts[kind].set(key, { state });
    this.acknowledged++;
  }

  forget(kind: FactKind, key: string): void {
    this.#facts[kind].delete(key);
  }

  /** No answer came: the old state or this one. */
  doubt(kind: FactKind, key: string, maybe: string): void {
    this.#facts[kind].set(key, { state: this.stateOf(kind, key), maybe });
  }

  stateOf(kind: FactKind, key: string): string {
    return this.#facts[kind].get(key)?.state ?? 'absent';
  }

  /** Compares everything with the database and settles what was in doubt. @returns what is lost or too much */
  async compare(db: pg.Client, dataDir: string): Promise<string[]> {
    const wrong: string[] = [];
    for (const kind of Object.keys(readers) as FactKind[]) wrong.push(...(await this.#compareFacts(db, kind)));
    wrong.push(...(await this.#compareTickets(db)), ...(await this.#comparePhotos(db, dataDir)));
    return wrong;
  }

  async #compareFacts(db: pg.Client, kind: FactKind): Promise<string[]> {
    const facts = this.#facts[kind];
    const { rows } = await db.query<{ key: string; state: string }>(readers[kind], [[...facts.keys()]]);
    const found = new Map(rows.map(({ key, state }) => [key, state]));
    const wrong: string[] = [];
    for (const [key, { state, maybe }] of facts) {
      const now = found.get(key) ?? 'absent';
      if (now !== state && now !== maybe) wrong.push(`${kind} ${key}: acknowledged ${state}${doubtful(maybe)}, found ${now}`);
      facts.set(key, { state: now });
    }
    if (kind === 'attempt') facts.clear();
    return wrong;
  }

  async #compareTickets(db: pg.Client): Promise<string[]> {
    const ids = [...this.tickets.keys()];
    const { rows } = await db.query<{ ticket_id: number; actions: string[] }>(
      'select ticket_id, array_agg(action::text order by id) as actions from ticket_events where ticket_id = any($1) group by 1',
      [ids],
    );
    const found = new Map(rows.map(({ ticket_id, actions }) => [ticket_id, actions]));
    const { rows: projects } = await db.query<{ id: number }>('select id from projects');
    const there = new Set(projects.map(({ id }) => id));
    const wrong: string[] = [];
    for (const note of this.tickets.values()) {
      const actions = found.get(note.id) ?? [];
      // Whether its project may be gone is a fact of its own.
      if (!there.has(note.project) && actions.length === 0) this.tickets.delete(note.id);
      else wrong.push(...settle(note, actions));
    }
    return wrong;
  }

  async #comparePhotos(db: pg.Client, dataDir: string): Promise<string[]> {
    const { rows } = await db.query<{ id: number; key: string }>(
      'select id, storage_key as key from ticket_photos where ticket_id = any($1)',
      [[...this.tickets.keys()]],
    );
    const keys = new Map(rows.map(({ id, key }) => [id, key]));
    const wrong: string[] = [];
    for (const { id: ticket, photos } of this.tickets.values()) {
      for (const [id, { digest }] of photos) {
        const key = keys.get(id);
        if (key === undefined) wrong.push(`photo ${id} of ticket ${ticket}: acknowledged, no row`);
        else if (digestOfFile(dataDir, key) !== digest)
          wrong.push(`photo ${id} of ticket ${ticket}: acknowledged, not those bytes`);
      }
    }
    return wrong;
  }

  /** Forgets tickets whose story is over, so that long runs compare what may still change. */
  prune(): void {
    for (const { id, actions } of this.tickets.values()) {
      if (['confirmed', 'canceled'].includes(actions.at(-1) ?? '')) this.tickets.delete(id);
    }
  }
}

const doubtful = (maybe: string | undefined): string => (maybe === undefined ? '' : ` (or ${maybe}, unanswered)`);

function settle(note: ExpectedTicket, actions: string[]): string[] {
  const expected = note.actions.join(' ');
  const beyond = note.maybe === undefined ? undefined : [...note.actions, note.maybe].join(' ');
  const now = actions.join(' ');
  const happened = now === beyond;
  if (happened && note.maybe === 'photo_removed' && note.maybeRemoved !== undefined) note.photos.delete(note.maybeRemoved);
  const wrong =
    now === expected || happened ? [] : [`ticket ${note.id}: acknowledged ${expected}${doubtful(note.maybe)}, found ${now}`];
  note.actions = actions;
  delete note.maybe;
  delete note.maybeRemoved;
  return wrong;
}

export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function digestOfFile(dataDir: string, key: string): string {
  try {
    return digestOf(readFileSync(join(dataDir, 'photos', key.slice(0, 2), key)));
  } catch {
    return 'no file';
  }
}

const statusAfter: Record<string, string> = {
  created: 'new',
  assigned: 'assigned',
  started: 'in_progress',
  done: 'done',
  confirmed: 'closed',
  rejected: 'rejected',
  canceled: 'closed',
};

/** What its journal says. */
export function statusOf({ actions }: ExpectedTicket): string {
  const last = actions.findLast((action) => statusAfter[action]);
  return statusAfter[last ?? 'created'] ?? 'new';
}

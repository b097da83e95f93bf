import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

/** The expected state of a ticket, which one workload client alone changes. */
export interface ExpectedTicket {
  id: number;
  project: number;
  /** The acknowledged actions, in order. */
  actions: string[];
  /** An action without a response: it was executed completely or not at all. */
  maybe?: string;
  photos: Map<number, { digest: string; size: number }>;
  /** The photo whose removal got no response. */
  maybeRemoved?: number;
}

/** The expected state of another entity, as one word. */
interface Fact {
  state: string;
  maybe?: string;
}

export type FactKind = 'user' | 'member' | 'project' | 'rule' | 'attempt';

/** The query for the states of each kind: rows of (key, state); a key without a row is `absent`. */
const readers: Record<FactKind, string> = {
  user: `select email as key, case when is_active then 'active' else 'disabled' end as state from users where email = any($1)`,
  member: `select project_id || ':' || worker_id as key, status::text as state from project_workers
    where project_id || ':' || worker_id = any($1)`,
  project: `select name as key, 'there' as state from projects where name = any($1)`,
  rule: `select r.description as key, case when is_active then 'on ' else 'off ' end ||
      (select count(*) from recurring_runs where rule_id = r.id) as state from recurring_rules r where r.description = any($1)`,
  // Ticket creations without a response, by their description: at most one ticket may exist.
  attempt: `select description as key, count(*)::text as state from tickets where description = any($1) group by 1`,
};

/** All acknowledged writes. Each entity has one writer, so it is in its expected state or in that of the unanswered write. */
export class ExpectedState {
  readonly tickets = new Map<number, ExpectedTicket>();
  readonly #facts: Record<FactKind, Map<string, Fact>> = {
    user: new Map(),
    member: new Map(),
    project: new Map(),
    rule: new Map(),
    attempt: new Map(),
  };
  /** Number of acknowledged writes. */
  acknowledged = 0;

  acknowledge(kind: FactKind, key: string, state: string): void {
    this.#facts[kind].set(key, { state });
    this.acknowledged++;
  }

  forget(kind: FactKind, key: string): void {
    this.#facts[kind].delete(key);
  }

  /** Records a write without a response: the entity is in its former state or in this one. */
  doubt(kind: FactKind, key: string, maybe: string): void {
    this.#facts[kind].set(key, { state: this.stateOf(kind, key), maybe });
  }

  stateOf(kind: FactKind, key: string): string {
    return this.#facts[kind].get(key)?.state ?? 'absent';
  }

  /** Compares the database with the expected state and adopts the result of unanswered writes. @returns all differences */
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
      // Whether the project may be deleted is checked by the project entity.
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

  /** Removes closed tickets, so that long runs compare only what can still change. */
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

/** @returns the status that follows from the acknowledged actions */
export function statusOf({ actions }: ExpectedTicket): string {
  const last = actions.findLast((action) => statusAfter[action]);
  return statusAfter[last ?? 'created'] ?? 'new';
}

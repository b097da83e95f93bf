import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { ApiUser } from '../../testing/api-fixtures.ts';

/** An acknowledged change of a ticket. Times are those of performance.now(). */
export interface Change {
  action: string;
  sent: number;
  /** infinite without a response: it may have happened at any time since */
  received: number;
}

/** The expected state of a ticket, which one workload client alone changes. */
export interface ExpectedTicket {
  id: number;
  project: number;
  worker?: ApiUser;
  /** in the order of the journal */
  changes: Change[];
  /** A change without a response: it was executed completely or not at all. */
  unanswered?: { action: string; sent: number; removedPhoto?: number };
  /** SHA-256 by id */
  photos: Map<number, string>;
}

/** The expected state of another entity, as one word. */
interface ExpectedEntity {
  state: string;
  unanswered?: string;
}

/** The query for the states of each kind: rows of (key, state); a key without a row is `absent`. */
const stateQueries = {
  user: `select email as key, case when is_active then 'active' else 'disabled' end as state from users where email = any($1)`,
  member: `select project_id || ':' || worker_id as key, status::text as state from project_workers
    where project_id || ':' || worker_id = any($1)`,
  project: `select name as key, 'there' as state from projects where name = any($1)`,
  rule: `select r.description as key, case when is_active then 'on ' else 'off ' end ||
      (select count(*) from recurring_runs where rule_id = r.id) as state from recurring_rules r where r.description = any($1)`,
  // Ticket creations without a response, by their description: at most one ticket may exist.
  attempt: `select description as key, count(*)::text as state from tickets where description = any($1) group by 1`,
};
export type EntityKind = keyof typeof stateQueries;
const kinds = Object.keys(stateQueries) as EntityKind[];

/** All acknowledged writes. Each entity has one writer, so it is in its expected state or in that of the unanswered write. */
export class ExpectedState {
  readonly tickets = new Map<number, ExpectedTicket>();
  readonly #entities = new Map(kinds.map((kind) => [kind, new Map<string, ExpectedEntity>()]));
  /** Number of acknowledged writes. */
  acknowledged = 0;

  #of(kind: EntityKind): Map<string, ExpectedEntity> {
    return this.#entities.get(kind) ?? new Map();
  }

  acknowledge(kind: EntityKind, key: string, state: string): void {
    this.#of(kind).set(key, { state });
    this.acknowledged++;
  }

  remove(kind: EntityKind, key: string): void {
    this.#of(kind).delete(key);
  }

  /** Records a write without a response: the entity is in its former state or in this one. */
  recordUnanswered(kind: EntityKind, key: string, unanswered: string): void {
    this.#of(kind).set(key, { state: this.stateOf(kind, key), unanswered });
  }

  stateOf(kind: EntityKind, key: string): string {
    return this.#of(kind).get(key)?.state ?? 'absent';
  }

  /** Compares the database with the expected state and adopts the result of unanswered writes. @returns all differences */
  async compare(db: pg.Client, dataDir: string): Promise<string[]> {
    const differences: string[] = [];
    for (const kind of kinds) differences.push(...(await this.#compareEntities(db, kind)));
    differences.push(...(await this.#compareTickets(db)), ...(await this.#comparePhotos(db, dataDir)));
    return differences;
  }

  async #compareEntities(db: pg.Client, kind: EntityKind): Promise<string[]> {
    const entities = this.#of(kind);
    const { rows } = await db.query<{ key: string; state: string }>(stateQueries[kind], [[...entities.keys()]]);
    const found = new Map(rows.map(({ key, state }) => [key, state]));
    const differences: string[] = [];
    for (const [key, { state, unanswered }] of entities) {
      const now = found.get(key) ?? 'absent';
      if (now !== state && now !== unanswered) differences.push(difference(`${kind} ${key}`, state, unanswered, now));
      entities.set(key, { state: now });
    }
    if (kind === 'attempt') entities.clear();
    return differences;
  }

  async #compareTickets(db: pg.Client): Promise<string[]> {
    const { rows } = await db.query<{ ticket_id: number; actions: string[] }>(
      'select ticket_id, array_agg(action::text order by id) as actions from ticket_events where ticket_id = any($1) group by 1',
      [[...this.tickets.keys()]],
    );
    const found = new Map(rows.map(({ ticket_id, actions }) => [ticket_id, actions]));
    const { rows: projects } = await db.query<{ id: number }>('select id from projects');
    const there = new Set(projects.map(({ id }) => id));
    const differences: string[] = [];
    for (const ticket of this.tickets.values()) {
      const actions = found.get(ticket.id) ?? [];
      // Whether the project may be deleted is checked by the project entity.
      if (!there.has(ticket.project) && actions.length === 0) this.tickets.delete(ticket.id);
      else differences.push(...adoptJournal(ticket, actions));
    }
    return differences;
  }

  async #comparePhotos(db: pg.Client, dataDir: string): Promise<string[]> {
    const { rows } = await db.query<{ id: number; key: string }>(
      'select id, storage_key as key from ticket_photos where ticket_id = any($1)',
      [[...this.tickets.keys()]],
    );
    const keys = new Map(rows.map(({ id, key }) => [id, key]));
    const differences: string[] = [];
    for (const { id: ticket, photos } of this.tickets.values()) {
      for (const [id, digest] of photos) {
        const key = keys.get(id);
        if (key === undefined) differences.push(`photo ${id} of ticket ${ticket}: acknowledged, no row`);
        else if (digestOfFile(dataDir, key) !== digest) differences.push(`photo ${id} of ticket ${ticket}: not those bytes`);
      }
    }
    return differences;
  }

  /** Removes closed tickets, so that long runs compare only what can still change. */
  removeClosedTickets(): void {
    for (const ticket of this.tickets.values()) if (statusOf(ticket) === 'closed') this.tickets.delete(ticket.id);
  }
}

const difference = (what: string, acknowledged: string, unanswered: string | undefined, found: string): string =>
  `${what}: acknowledged ${acknowledged}${unanswered === undefined ? '' : ` (or ${unanswered}, unanswered)`}, found ${found}`;

/** Adopts whether an unanswered change was made. @param actions of the journal @returns what must not be */
export function adoptJournal(ticket: ExpectedTicket, actions: string[]): string[] {
  const { changes, unanswered } = ticket;
  const expected = changes.map(({ action }) => action);
  const found = actions.join(' ');
  const wasExecuted = unanswered !== undefined && found === [...expected, unanswered.action].join(' ');
  if (wasExecuted && unanswered.removedPhoto !== undefined) ticket.photos.delete(unanswered.removedPhoto);
  const isRight = wasExecuted || found === expected.join(' ');
  const sent = unanswered?.sent ?? 0;
  ticket.changes = actions.map((action, i) => changes[i] ?? { action, sent, received: Number.POSITIVE_INFINITY });
  delete ticket.unanswered;
  return isRight ? [] : [difference(`ticket ${ticket.id}`, expected.join(' '), unanswered?.action, found)];
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function digestOfFile(dataDir: string, key: string): string {
  try {
    return sha256Of(readFileSync(join(dataDir, 'photos', key.slice(0, 2), key)));
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
export function statusOf({ changes }: ExpectedTicket): string {
  const last = changes.findLast(({ action }) => statusAfter[action]);
  return statusAfter[last?.action ?? 'created'] ?? 'new';
}

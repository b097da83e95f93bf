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
  unanswered?: string;
  photos: Map<number, { digest: string; size: number }>;
  /** The photo whose removal got no response. */
  unansweredRemoval?: number;
}

/** The expected state of another entity, as one word. */
interface ExpectedEntity {
  state: string;
  unanswered?: string;
}

export type EntityKind = 'user' | 'member' | 'project' | 'rule' | 'attempt';

/** The query for the states of each kind: rows of (key, state); a key without a row is `absent`. */
const stateQueries: Record<EntityKind, string> = {
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
  readonly #entities: Record<EntityKind, Map<string, ExpectedEntity>> = {
    user: new Map(),
    member: new Map(),
    project: new Map(),
    rule: new Map(),
    attempt: new Map(),
  };
  /** Number of acknowledged writes. */
  acknowledged = 0;

  acknowledge(kind: EntityKind, key: string, state: string): void {
    this.#entities[kind].set(key, { state });
    this.acknowledged++;
  }

  remove(kind: EntityKind, key: string): void {
    this.#entities[kind].delete(key);
  }

  /** Records a write without a response: the entity is in its former state or in this one. */
  recordUnanswered(kind: EntityKind, key: string, unanswered: string): void {
    this.#entities[kind].set(key, { state: this.stateOf(kind, key), unanswered });
  }

  stateOf(kind: EntityKind, key: string): string {
    return this.#entities[kind].get(key)?.state ?? 'absent';
  }

  /** Compares the database with the expected state and adopts the result of unanswered writes. @returns all differences */
  async compare(db: pg.Client, dataDir: string): Promise<string[]> {
    const differences: string[] = [];
    for (const kind of Object.keys(stateQueries) as EntityKind[]) differences.push(...(await this.#compareEntities(db, kind)));
    differences.push(...(await this.#compareTickets(db)), ...(await this.#comparePhotos(db, dataDir)));
    return differences;
  }

  async #compareEntities(db: pg.Client, kind: EntityKind): Promise<string[]> {
    const entities = this.#entities[kind];
    const { rows } = await db.query<{ key: string; state: string }>(stateQueries[kind], [[...entities.keys()]]);
    const found = new Map(rows.map(({ key, state }) => [key, state]));
    const differences: string[] = [];
    for (const [key, { state, unanswered }] of entities) {
      const now = found.get(key) ?? 'absent';
      if (now !== state && now !== unanswered)
        differences.push(`${kind} ${key}: acknowledged ${state}${unansweredText(unanswered)}, found ${now}`);
      entities.set(key, { state: now });
    }
    if (kind === 'attempt') entities.clear();
    return differences;
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
    const differences: string[] = [];
    for (const ticket of this.tickets.values()) {
      const actions = found.get(ticket.id) ?? [];
      // Whether the project may be deleted is checked by the project entity.
      if (!there.has(ticket.project) && actions.length === 0) this.tickets.delete(ticket.id);
      else differences.push(...adoptResult(ticket, actions));
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
      for (const [id, { digest }] of photos) {
        const key = keys.get(id);
        if (key === undefined) differences.push(`photo ${id} of ticket ${ticket}: acknowledged, no row`);
        else if (sha256OfFile(dataDir, key) !== digest)
          differences.push(`photo ${id} of ticket ${ticket}: acknowledged, not those bytes`);
      }
    }
    return differences;
  }

  /** Removes closed tickets, so that long runs compare only what can still change. */
  removeClosedTickets(): void {
    for (const { id, actions } of this.tickets.values()) {
      if (['confirmed', 'canceled'].includes(actions.at(-1) ?? '')) this.tickets.delete(id);
    }
  }
}

const unansweredText = (unanswered: string | undefined): string =>
  unanswered === undefined ? '' : ` (or ${unanswered}, unanswered)`;

function adoptResult(ticket: ExpectedTicket, actions: string[]): string[] {
  const expected = ticket.actions.join(' ');
  const withUnanswered = ticket.unanswered === undefined ? undefined : [...ticket.actions, ticket.unanswered].join(' ');
  const now = actions.join(' ');
  const wasExecuted = now === withUnanswered;
  if (wasExecuted && ticket.unanswered === 'photo_removed' && ticket.unansweredRemoval !== undefined)
    ticket.photos.delete(ticket.unansweredRemoval);
  const differences =
    now === expected || wasExecuted
      ? []
      : [`ticket ${ticket.id}: acknowledged ${expected}${unansweredText(ticket.unanswered)}, found ${now}`];
  ticket.actions = actions;
  delete ticket.unanswered;
  delete ticket.unansweredRemoval;
  return differences;
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function sha256OfFile(dataDir: string, key: string): string {
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
export function statusOf({ actions }: ExpectedTicket): string {
  const last = actions.findLast((action) => statusAfter[action]);
  return statusAfter[last ?? 'created'] ?? 'new';
}

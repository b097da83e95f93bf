import { sql } from 'kysely';
import type { Database, Db, Tx } from '../../platform/database/database.ts';

// A lease gives one process the right to poll a bot: the messenger answers two polls of the same bot with 409. Times are
// those of the database, so that instances with different clocks agree.

/** How long a lease lasts when its owner does not renew it. */
const leaseMs = 15_000;
export const renewIntervalMs = 5_000;
/** After this time without a renewal a process stops polling by itself, before its leases expire. */
export const maxUnrenewedMs = leaseMs - renewIntervalMs / 2;

export interface Lease {
  botId: number;
  /** grows with each owner, so that writes of an earlier owner are rejected (fencing token) */
  fence: number;
}

const expiry = sql<Date>`now() + ${leaseMs} * interval '1 millisecond'`;
/** A bot with a problem is not polled before that. */
const problemRetryDelay = sql`interval '1 minute'`;

/** Inserts the rows of bots that have none, such as the global bot before its first poll; writes nothing when all exist. */
export async function ensureBotRows(db: Db, botIds: number[]): Promise<void> {
  await sql`
    insert into bots (id)
    select wanted.id from unnest(${botIds}::bigint[]) as wanted (id)
    where not exists (select from bots where bots.id = wanted.id)
    on conflict do nothing`.execute(db);
}

/**
 * Takes the leases of those of these bots that have no owner.
 * @param evenWithProblem also of bots with a problem less than a minute ago, for the start of a process
 */
export async function takeLeases(db: Database, owner: string, botIds: number[], evenWithProblem: boolean): Promise<Lease[]> {
  return db.statement((writer) =>
    writer
      .updateTable('bots')
      .set({ owner, leased_until: expiry, fence: sql<number>`fence + 1` })
      .where('id', '=', sql<number>`any(${botIds}::bigint[])`)
      .where(sql<boolean>`(owner is null or leased_until < now())`)
      .where(sql<boolean>`(problem = '' or ${evenWithProblem} or problem_at < now() - ${problemRetryDelay})`)
      .returning(['id as botId', 'fence'])
      .execute(),
  );
}

/** Extends the leases of these bots. @returns those that this owner still holds */
export async function renewLeases(db: Database, owner: string, botIds: number[]): Promise<Lease[]> {
  return db.statement((writer) =>
    writer
      .updateTable('bots')
      .set({ leased_until: expiry })
      .where('id', '=', sql<number>`any(${botIds}::bigint[])`)
      .where('owner', '=', owner)
      .returning(['id as botId', 'fence'])
      .execute(),
  );
}

/**
 * Gives a lease back, so that another process need not wait until it expires.
 * @param problem why the bot cannot be polled; it is then not leased for a minute
 */
export async function releaseLease(db: Database, { botId, fence }: Lease, problem?: string): Promise<void> {
  await db.statement((writer) =>
    writer
      .updateTable('bots')
      .set({ owner: null, leased_until: null, ...(problem && { problem, username: '', problem_at: sql<Date>`now()` }) })
      .where('id', '=', botId)
      .where('fence', '=', fence)
      .execute(),
  );
}

/** Whether this lease has no later owner; none can get it until the transaction ends. */
export async function holdsLease(tx: Tx, { botId, fence }: Lease): Promise<boolean> {
  const held = await tx
    .selectFrom('bots')
    .select('id')
    .where('id', '=', botId)
    .where('fence', '=', fence)
    .forShare()
    .executeTakeFirst();
  return held !== undefined;
}

/** @returns the number of these bots that a process polls */
export async function countPolled(db: Db, botIds: number[]): Promise<number> {
  const { polled } = await db
    .selectFrom('bots')
    .select(sql<number>`count(*)`.as('polled'))
    .where('id', '=', sql<number>`any(${botIds}::bigint[])`)
    .where('leased_until', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow();
  return polled;
}

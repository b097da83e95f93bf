import { sql } from 'kysely';
import type { Database, Db, Tx } from '../../platform/database/open.ts';

// Who polls a bot. The database's clock decides, so that instances need not agree on the time.

/** How long an owner that fell silent is respected, in milliseconds. */
const lifetime = 15_000;
/** An owner renews so often, and stops by itself when it could not for so long. */
export const renewEvery = 5_000;
export const stopAfter = lifetime - renewEvery / 2;

/** A bot that is one's own to poll; the fence tells this ownership from every other. */
export interface Lease {
  botId: number;
  fence: number;
}

const until = sql<Date>`now() + ${lifetime} * interval '1 millisecond'`;
/** How long a bot with a problem is left alone before somebody looks again. */
const retryProblemAfter = sql`interval '1 minute'`;

/** Adds the rows of bots that have none yet, such as the global bot before its first poll. Writes nothing when all are there. */
export async function ensureBotRows(db: Db, botIds: number[]): Promise<void> {
  await sql`
    insert into bots (id)
    select wanted.id from unnest(${botIds}::bigint[]) as wanted (id)
    where not exists (select from bots where bots.id = wanted.id)
    on conflict do nothing`.execute(db);
}

/**
 * Takes the bots among these that nobody polls.
 * @param evenWithProblem at the start of a process: whatever was wrong is looked at again
 */
export async function takeLeases(db: Database, owner: string, botIds: number[], evenWithProblem: boolean): Promise<Lease[]> {
  return db.statement((writer) =>
    writer
      .updateTable('bots')
      .set({ owner, leased_until: until, fence: sql<number>`fence + 1` })
      .where('id', '=', sql<number>`any(${botIds}::bigint[])`)
      .where(sql<boolean>`(owner is null or leased_until < now())`)
      .where(sql<boolean>`(problem = '' or ${evenWithProblem} or problem_at < now() - ${retryProblemAfter})`)
      .returning(['id as botId', 'fence'])
      .execute(),
  );
}

/** @returns the bots that are still one's own */
export async function renewLeases(db: Database, owner: string, botIds: number[]): Promise<Lease[]> {
  return db.statement((writer) =>
    writer
      .updateTable('bots')
      .set({ leased_until: until })
      .where('id', '=', sql<number>`any(${botIds}::bigint[])`)
      .where('owner', '=', owner)
      .returning(['id as botId', 'fence'])
      .execute(),
  );
}

/** Lets go, so that another need not wait; with what was wrong, so that nobody tries at once. */
export async function releaseLease(db: Database, { botId, fence }: Lease, problem = ''): Promise<void> {
  await db.statement((writer) =>
    writer
      .updateTable('bots')
      .set({ owner: null, leased_until: null, ...(problem && { problem, username: '', problem_at: sql<Date>`now()` }) })
      .where('id', '=', botId)
      .where('fence', '=', fence)
      .execute(),
  );
}

/** Whether a bot is still one's own; it stays so until the transaction ends. */
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

/** How many of these bots somebody polls. */
export async function countPolled(db: Db, botIds: number[]): Promise<number> {
  const { heard } = await db
    .selectFrom('bots')
    .select(sql<number>`count(*)`.as('heard'))
    .where('id', '=', sql<number>`any(${botIds}::bigint[])`)
    .where('leased_until', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow();
  return heard;
}

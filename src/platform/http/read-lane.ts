import type { FastifyRequest } from 'fastify';
import type { Database, Db } from '../database/database.ts';
import { FairQueue } from '../lib/fair-queue.ts';
import { recentlyActiveTenants } from '../lib/fair-queue-contention.ts';
import { accountCaller } from './fair-queue-key.ts';
import { defaultLimit } from './pagination.ts';

/** Runs a read on the connections for reads of its kind. */
export type ReadLane = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** The parts of a list's query that decide how much of a table is read. */
interface ListQuery {
  limit: number;
  offset: number;
  q?: string;
  date_from?: string;
  date_to?: string;
}

/** A page that ends behind this row reads many more rows than it returns. */
const maxRowsOnSharedConnections = 1_000;

const isHeavy = ({ limit, offset, q, date_from, date_to }: ListQuery): boolean =>
  offset + limit > maxRowsOnSharedConnections || Boolean(q) || date_from !== undefined || date_to !== undefined;

/** Limits the large pages of a tenant, because serializing one blocks the event loop for milliseconds. */
const largePages = new FairQueue({
  concurrency: Number.POSITIVE_INFINITY,
  concurrencyPerTenant: { alone: 16, besideOthers: 1 },
  activity: recentlyActiveTenants,
  contendedCooldownFactor: 2,
  maxWaiting: 10_000,
});

/** The lane of a list: searches, date filters and pages far behind must not delay other reads. */
export function readLane(db: Database, request: FastifyRequest, query: ListQuery): ReadLane {
  if (isHeavy(query)) return heavyLane(db, request);
  if (query.limit <= defaultLimit) return (work) => work(db.read);
  return (work) => largePages.run(accountCaller(request), () => work(db.read));
}

/**
 * The lane of a heavy read, in place of the slot of the request among the reads of its account. It starts after the account check, so
 * that a disabled account takes no connection.
 * @returns runs the read; throws 401 or 403 of the account check, QueueFull, ReadTimeout
 */
export function heavyLane(db: Database, request: FastifyRequest): ReadLane {
  return async (work) => {
    await request.accountCheck;
    request.releaseAccountSlot();
    return db.heavyRead(accountCaller(request), async (lane) => {
      const result = await work(lane);
      // Serializing it takes processor time, and an answer that its caller does not take stays in memory.
      await request.takeAccountSlot?.();
      return result;
    });
  };
}

import type { FastifyRequest } from 'fastify';
import type { Database, Db } from '../database/open.ts';
import { FairQueue } from '../lib/fair-queue.ts';
import { accountActivity } from '../lib/recent-activity.ts';
import { accountCaller } from './caller.ts';
import { defaultLimit } from './pagination.ts';

/** Runs a read over the connections that fit what it asks for. */
export type ReadLane = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** The parts of a list's query that decide how much of a table is read. */
interface ListQuery {
  limit: number;
  offset: number;
  q?: string;
  date_from?: string;
  date_to?: string;
}

/** A page that ends further behind reads more rows than it shows by far. */
const maxRowsOnSharedConnections = 1_000;

const isHeavy = ({ limit, offset, q, date_from, date_to }: ListQuery): boolean =>
  offset + limit > maxRowsOnSharedConnections || Boolean(q) || date_from !== undefined || date_to !== undefined;

/**
 * Large pages of one account that are read at the same time: reading and writing one keeps the event loop busy for
 * milliseconds, and others wait for as many as come at once.
 */
const largePages = new FairQueue({
  concurrency: Number.POSITIVE_INFINITY,
  concurrencyPerKey: 16,
  activity: accountActivity,
  contendedConcurrencyPerKey: 1,
  contendedCooldownFactor: 2,
  maxWaiting: 10_000,
});

/** The lane of a list: searches, pages far behind and filters by date must not hold up other reads. */
export function readLane(db: Database, request: FastifyRequest, query: ListQuery): ReadLane {
  if (isHeavy(query)) return heavyLane(db, request);
  if (query.limit <= defaultLimit) return (work) => work(db.read);
  const { key, isGone } = accountCaller(request);
  return (work) => largePages.run(key, () => work(db.read), { isGone });
}

/**
 * The lane of a read that is heavy whatever it asks for. It begins when the account is known to be active:
 * a disabled one takes no connection.
 * @returns runs the read; throws 401 or 403 of the account check, QueueFull, ReadTimeout
 */
export function heavyLane(db: Database, request: FastifyRequest): ReadLane {
  return async (work) => {
    await request.accountCheck;
    return db.heavyRead(accountCaller(request), work);
  };
}

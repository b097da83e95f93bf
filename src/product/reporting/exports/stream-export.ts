import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type ExportedFile, recordExport } from '../../../platform/audit/record-export.ts';
import type { Database } from '../../../platform/database/database.ts';
import { accountCaller, acquireSlot, type ConnectedCaller } from '../../../platform/http/fair-queue-key.ts';
import { minutes, seconds } from '../../../platform/lib/duration.ts';
import { FairQueue } from '../../../platform/lib/fair-queue.ts';
import { recentlyActiveTenants } from '../../../platform/lib/fair-queue-contention.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { limitedStream, type StreamLimits } from './limited-stream.ts';

/** A client that reads more slowly keeps a transaction open, and with it deleted rows from being vacuumed. */
const streamLimits: StreamLimits = { maxStallMs: seconds(60), maxDurationMs: minutes(30), minBatches: 10, windowMs: seconds(10) };
/** How long an account that was disabled, or whose token was revoked, goes on reading. */
const accountCheckIntervalMs = seconds(1);
const maxPerAccount = 2;
/** In all, as many as there are connections for them (platform/database/cursor-reads.ts). */
const exportLimits = {
  concurrency: 4,
  concurrencyPerTenant: 2,
  activity: recentlyActiveTenants,
  maxWaiting: 40,
  maxWaitMs: seconds(20),
};

const queues = new WeakMap<Database, FairQueue>();

/** The queue of all exports of a database, which share its connections for cursors. */
function exportQueueOf(db: Database): FairQueue {
  const queue = queues.get(db) ?? new FairQueue(exportLimits);
  queues.set(db, queue);
  return queue;
}

/** What an export sends, and how. */
interface Export<Batch> extends Pick<ExportedFile, 'format' | 'filter' | 'subject'> {
  /** begins to read */
  read: (caller: ConnectedCaller) => AsyncGenerator<Batch, void>;
  countRows: (batch: Batch) => number;
  write: (batches: AsyncIterable<Batch>) => Readable;
}

/**
 * Streams an export when it is its turn, and records it. The first batch is read before the answer begins, so that what the database
 * refuses is answered with `{error}`. The caller has waited for the check of the account.
 */
export async function streamExport<Batch>(
  request: FastifyRequest,
  { db, clock, log }: Pick<RouteDeps, 'db' | 'clock' | 'log'>,
  { read, countRows, write, ...file }: Export<Batch>,
): Promise<Readable> {
  const queue = exportQueueOf(db);
  const release = await acquireSlot(queue, request, maxPerAccount);
  const caller = accountCaller(request);
  const isWanted = (): boolean => queue.wantedBy(caller) === 'others';
  const batches = read(caller);
  const first = await batches.next().catch((error) => {
    release();
    throw error;
  });
  let rows = 0;
  let isRecorded = false;
  const record = async (isComplete: boolean): Promise<void> => {
    if (isRecorded) return;
    isRecorded = true;
    await recordExport(db, request.actor, { ...file, rows, isComplete }, clock());
  };
  async function* counted(): AsyncGenerator<Batch> {
    for await (const batch of following(first, batches, request)) {
      rows += countRows(batch);
      yield batch;
    }
    await record(true);
  }
  const stream = limitedStream(write, counted(), streamLimits, isWanted);
  stream.once('close', () => {
    void batches.return().finally(release);
    record(false).catch((error: Error) =>
      log.error({ reason: error.message }, 'an export that ended early could not be recorded'),
    );
  });
  return stream;
}

async function* following<Batch>(
  first: IteratorResult<Batch, void>,
  rest: AsyncIterable<Batch>,
  { checkAccess }: FastifyRequest,
): AsyncGenerator<Batch> {
  if (first.done) return;
  yield first.value;
  let checkedAt = performance.now();
  for await (const batch of rest) {
    if (performance.now() - checkedAt > accountCheckIntervalMs) {
      await checkAccess();
      checkedAt = performance.now();
    }
    yield batch;
  }
}

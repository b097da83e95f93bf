import type { Readable } from 'node:stream';

export interface StreamLimits {
  /** between two batches; as long as the database keeps a transaction without statements (platform/database/connection-settings.ts) */
  maxStallMs: number;
  maxDurationMs: number;
  /** batches that a client has to take in `windowMs` while others wait */
  minBatches: number;
  windowMs: number;
}

/**
 * Writes batches to a stream, and destroys it when its client takes nothing for too long, takes too long for all of it, or is slow
 * while others wait.
 * @param write makes the stream of the batches
 * @param isWanted whether others wait for what the stream holds
 */
export function limitedStream<Batch>(
  write: (batches: AsyncIterable<Batch>) => Readable,
  batches: AsyncIterable<Batch>,
  { maxStallMs, maxDurationMs, minBatches, windowMs }: StreamLimits,
  isWanted: () => boolean,
): Readable {
  let batchesInWindow = 0;
  const pace = setInterval(() => {
    if (batchesInWindow < minBatches && isWanted()) stream.destroy(new Error('the client is slow and others wait'));
    batchesInWindow = 0;
  }, windowMs);
  const stall = setTimeout(() => stream.destroy(new Error('the client takes nothing')), maxStallMs);
  const duration = setTimeout(() => stream.destroy(new Error('the export took too long')), maxDurationMs);
  async function* watched(): AsyncGenerator<Batch> {
    for await (const batch of batches) {
      stall.refresh();
      batchesInWindow++;
      yield batch;
    }
  }
  const stream = write(watched());
  return stream.once('close', () => {
    clearInterval(pace);
    clearTimeout(stall);
    clearTimeout(duration);
  });
}

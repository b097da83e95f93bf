import type { Readable } from 'node:stream';

export interface StreamLimits {
  /** between two batches; as long as the database keeps a transaction without statements (platform/database/connection-settings.ts) */
  maxStallMs: number;
  maxDurationMs: number;
}

/**
 * Writes batches to a stream, and destroys it when its client takes nothing for too long, or takes too long for all of it.
 * @param write makes the stream of the batches
 */
export function limitedStream<Batch>(
  write: (batches: AsyncIterable<Batch>) => Readable,
  batches: AsyncIterable<Batch>,
  { maxStallMs, maxDurationMs }: StreamLimits,
): Readable {
  const stall = setTimeout(() => stream.destroy(new Error('the client takes nothing')), maxStallMs);
  const duration = setTimeout(() => stream.destroy(new Error('the export took too long')), maxDurationMs);
  async function* watched(): AsyncGenerator<Batch> {
    for await (const batch of batches) {
      stall.refresh();
      yield batch;
    }
  }
  const stream = write(watched());
  return stream.once('close', () => {
    clearTimeout(stall);
    clearTimeout(duration);
  });
}

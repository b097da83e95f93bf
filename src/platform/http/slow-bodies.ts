import type { IncomingMessage } from 'node:http';
import { seconds } from '../lib/duration.ts';
import type { Caller, FairQueue } from '../lib/fair-queue.ts';
import { endWithTimeout } from './server.ts';

const windowMs = seconds(10);
/** Bytes in a window, less of which ends a request: below the slowest networks that people work with. */
const minBytes = { wantedByOthers: 64 * 1024, wantedByTenant: 1024 };

/**
 * Ends a request with 408 when its body comes too slowly while others wait for the slot that it holds.
 * @param queue of the slot
 * @returns stops watching; to be called when the body is there or the slot is released
 */
export function endIfSlow(raw: IncomingMessage, queue: FairQueue, caller: Caller): () => void {
  const { socket } = raw;
  let bytesBefore = socket.bytesRead;
  const timer = setInterval(() => {
    const received = socket.bytesRead - bytesBefore;
    bytesBefore = socket.bytesRead;
    const wanted = queue.wantedBy(caller);
    if (raw.complete || !wanted) return;
    if (received < (wanted === 'others' ? minBytes.wantedByOthers : minBytes.wantedByTenant)) endWithTimeout(raw);
  }, windowMs);
  timer.unref();
  return () => clearInterval(timer);
}

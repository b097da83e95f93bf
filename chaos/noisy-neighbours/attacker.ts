import { setPriority } from 'node:os';
import { type Attackers, openAll } from './connections.ts';
import type { AttackJob } from './load.ts';

// The process of all attackers: it is told a job, says when it has begun, and reports when it is told to stop.

// The service and PostgreSQL get the cores first: on a real network the attackers have machines of their own.
const lowPriority = 10;
/** So that nothing stays behind when nobody tells it to stop. */
const maxRunMs = 15 * 60_000;

let attackers: Attackers | undefined;

process.on('message', (message: AttackJob | 'stop') => {
  if (message === 'stop') {
    process.send?.(attackers?.stop(), () => process.exit(0));
    return;
  }
  setPriority(lowPriority);
  attackers = openAll(message);
  process.send?.('started');
});
process.on('disconnect', () => process.exit(1));
setTimeout(() => process.exit(1), maxRunMs).unref();

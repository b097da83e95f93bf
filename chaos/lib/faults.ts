import { setTimeout as sleep } from 'node:timers/promises';
import { NoResponseError, send } from '../../testing/http-client.ts';
import type { Deployment } from './deployment.ts';
import type { Workload } from './workload.ts';

/** Something that is taken away under load, and how it comes back. */
export interface Fault {
  name: string;
  start(): Promise<void> | void;
  /** What is tried while it lasts. */
  meanwhile?: () => Promise<void>;
  end(): Promise<void> | void;
}

const recoveryTimeoutMs = 60_000;
/** So many successes in a row: some connections of a pool may be broken still. */
const successes = 20;

/**
 * One fault under load: nothing acknowledged is lost, and all is well again by itself.
 * @param writes that are acknowledged before
 * @returns milliseconds until all was well
 */
export async function survive(deployment: Deployment, workload: Workload, fault: Fault, writes: number): Promise<number> {
  workload.start();
  await workload.reach(deployment.expected.acknowledged + writes);
  const began = performance.now();
  await fault.start();
  await fault.meanwhile?.();
  const ended = fault.meanwhile ? performance.now() : began;
  await fault.end();
  await waitUntilServing(deployment, fault.name);
  const recoveryMs = performance.now() - ended;
  await workload.check(fault.name);
  deployment.expected.removeClosedTickets();
  return recoveryMs;
}

/** Until reads and writes succeed again. */
async function waitUntilServing({ service, root, report }: Deployment, when: string): Promise<void> {
  await service.waitUntilReady();
  const began = performance.now();
  const attempts = [
    { method: 'GET', path: '/db-ping' },
    { method: 'PATCH', path: `/users/${root.id}`, body: { is_active: true } },
  ];
  for (let consecutive = 0; consecutive < successes; ) {
    const replies = await Promise.all(
      attempts.map((call) => send(service.url, { ...call, token: root.token }).catch((error: NoResponseError) => error)),
    );
    const isWell = replies.every((reply) => !(reply instanceof NoResponseError) && reply.status === 200);
    consecutive = isWell ? consecutive + 1 : 0;
    if (performance.now() - began > recoveryTimeoutMs) return report(`${when}: not well again after ${recoveryTimeoutMs} ms`);
    if (!isWell) await sleep(50);
  }
}

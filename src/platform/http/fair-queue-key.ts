import type { BlockList } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { senderIdOf } from '../audit/audit-log.ts';
import { type Caller, FairQueue, type Release } from '../lib/fair-queue.ts';
import { recentlyActiveTenants } from '../lib/fair-queue-contention.ts';
import { clientIp, networksOf } from './client-ip.ts';
import { tooManyAttempts } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The tenant of the account that sends the request (product/tenant.ts); set with `actor`. */
    tenant: string;
    /**
     * Takes a slot among the reads or writes of the account, in place of the one that the request has; set with `actor`.
     * Throws QueueFull, CallerGone.
     */
    takeAccountSlot: (() => Promise<void>) | undefined;
  }
}

export type ConnectedCaller = Required<Pick<Caller, 'key' | 'tenant' | 'isGone'>>;

/** The account that sends a request whose token was verified, whomever it acts for, as a caller of queues. */
export const accountCaller = ({ actor, tenant, raw }: FastifyRequest): ConnectedCaller => ({
  key: senderIdOf(actor),
  tenant,
  isGone: () => raw.socket.destroyed,
});

/** The network of a request without a token, as a caller of queues: of an IPv6 address its /64, which shares with its /48. */
export function networkCaller({ raw }: FastifyRequest, trustedProxies: BlockList): ConnectedCaller {
  const [network, wider = network] = networksOf(clientIp(raw, trustedProxies));
  return { key: network, tenant: wider, isGone: () => raw.socket.destroyed };
}

const retryAfterSeconds = 10;
const refusalDelayMs = 200;
/** Refused requests cost processor time, too, and are repeated at once by who does not wait. */
const refusals = new FairQueue({
  concurrency: Number.POSITIVE_INFINITY,
  concurrencyPerTenant: { alone: Number.POSITIVE_INFINITY, besideOthers: 8 },
  activity: recentlyActiveTenants,
  maxWaiting: 5_000,
  maxWaitingPerTenant: 1_000,
  maxWaitMs: 5_000,
});

/** Delays the refusal of an attempt of an account while other tenants are active. It takes no place among its requests meanwhile. */
export async function delayRefusal(request: FastifyRequest): Promise<void> {
  const caller = accountCaller(request);
  if (!recentlyActiveTenants.hasOthersThan(caller.tenant)) return;
  request.releaseAccountSlot();
  // When too many wait, it is refused at once.
  await refusals.run(caller, () => sleep(refusalDelayMs)).catch(() => {});
}

/**
 * Takes a slot for a long answer of an account, such as an export, in place of the one among its requests: the turn may take seconds.
 * @param maxPerAccount how many of an account run and wait
 * @throws 429 the account has that many; QueueFull, CallerGone
 */
export async function acquireSlot(queue: FairQueue, request: FastifyRequest, maxPerAccount: number): Promise<Release> {
  const caller = accountCaller(request);
  if (queue.countOf(caller) >= maxPerAccount) {
    await delayRefusal(request);
    throw tooManyAttempts(retryAfterSeconds, {}, 'too_many_long_answers');
  }
  request.releaseAccountSlot();
  return queue.acquire(caller);
}

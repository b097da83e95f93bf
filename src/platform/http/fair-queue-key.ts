import type { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../lib/fair-queue.ts';
import { clientIp, networksOf } from './client-ip.ts';

export type ConnectedCaller = Caller & { isGone: () => boolean };

/** The account of a request whose token was verified, as a caller of queues. */
export const accountCaller = ({ actor, raw }: FastifyRequest): ConnectedCaller => ({
  key: actor.id,
  isGone: () => raw.socket.destroyed,
});

/** The network of a request without a token, as a caller of queues. */
export function networkCaller({ raw }: FastifyRequest, trustedProxies: BlockList): ConnectedCaller {
  const [network] = networksOf(clientIp(raw, trustedProxies));
  return { key: network, isGone: () => raw.socket.destroyed };
}

/** As networkCaller(), but all of an IPv6 /48 is one caller: for tasks that callers can make last, as they have 65,536 /64. */
export function siteCaller({ raw }: FastifyRequest, trustedProxies: BlockList): ConnectedCaller {
  const [network, wider = network] = networksOf(clientIp(raw, trustedProxies));
  return { key: wider, isGone: () => raw.socket.destroyed };
}

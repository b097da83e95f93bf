import type { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { clientIp, networksOf } from './client-ip.ts';

/** Who waits in a queue where callers take turns. */
export interface QueueCaller {
  /** by which callers take turns: an account or a network */
  key: string;
  /** whether nobody waits for the answer any more */
  isGone: () => boolean;
}

/** The account of a request whose token was verified. */
export const accountCaller = ({ actor, raw }: FastifyRequest): QueueCaller => ({
  key: actor.id,
  isGone: () => raw.socket.destroyed,
});

/**
 * The network of a request, for routes without a token.
 * @param trusted networks whose X-Forwarded-For is believed
 */
export function networkCaller({ raw }: FastifyRequest, trusted: BlockList): QueueCaller {
  const [network] = networksOf(clientIp(raw, trusted));
  return { key: network, isGone: () => raw.socket.destroyed };
}

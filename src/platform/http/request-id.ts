import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isTrusted } from './client-ip.ts';

/** UUIDs, hex digits: nothing that could inject text into a log. */
const safeId = /^[\w.-]{1,64}$/;

/** Takes X-Request-Id over from a trusted proxy, so that both log the same id, else generates one. */
export function requestIdGenerator(trusted: BlockList): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    const isAccepted = typeof given === 'string' && safeId.test(given) && isTrusted(socket.remoteAddress ?? '', trusted);
    return isAccepted ? given : crypto.randomUUID();
  };
}

/** Sends the id of the request, which is also in the log, with every answer. */
export function returnRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}

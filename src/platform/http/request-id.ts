import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isTrusted } from './client-ip.ts';

/** What every proxy makes: UUIDs, hex digits. Nothing that could mean something in a log. */
const safe = /^[\w.-]{1,64}$/;

/**
 * One id for what a proxy and this service log of a request. Only a trusted proxy is believed, and
 * only an id of a safe form: what a client makes up would be a way into the log.
 */
export function requestIds(trusted: BlockList): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const brought = headers['x-request-id'];
    const isGood = typeof brought === 'string' && safe.test(brought) && isTrusted(socket.remoteAddress ?? '', trusted);
    return isGood ? brought : crypto.randomUUID();
  };
}

/** Every answer names the id under which the log tells of it. */
export function returnRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}

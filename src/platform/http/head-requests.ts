import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { notFound } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** HEAD is 404: the answer records or uses something up, or costs too much to be thrown away. Streams never answer it. */
    withoutHead?: true;
  }
}

const heads = new WeakSet<IncomingMessage>();

/** Whether the request came with the method HEAD. */
export const isHead = (request: IncomingMessage): boolean => heads.has(request);

/**
 * Handles HEAD as GET in every respect (RFC 9110, 9.3.2): rights, limits, validation and headers are the same. Node sends no body,
 * because it has created the response for HEAD.
 * @returns the URL, as the option `rewriteUrl` of Fastify does, which is called before a route is chosen
 */
export function readHeadAsGet(request: IncomingMessage): string {
  if (request.method === 'HEAD') {
    heads.add(request);
    request.method = 'GET';
  }
  return request.url ?? '/';
}

/** Answers HEAD with 404 where GET has no answer that could be thrown away. */
export function refuseHeadOfStreams(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, routeOptions: { config } }, _reply, done) => {
    done(isHead(raw) && (config?.stream || config?.withoutHead) ? notFound('path') : undefined);
  });
}

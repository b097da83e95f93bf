import type { FastifyInstance, FastifyRequest } from 'fastify';
import { etagOf, etagOfAnswer, matchesEtag } from './entity-tag.ts';

/**
 * Sends a weak entity tag with each JSON answer to a GET, and 304 without a body when the caller has that answer already (RFC 9110,
 * 13.1.2). The tag covers the whole answer: links that expire are a part of it, so that no client keeps expired ones.
 */
export function registerConditionalRequests(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isJson = reply.getHeader('content-type')?.toString().startsWith('application/json');
    if (request.method !== 'GET' || reply.statusCode !== 200 || !isJson) return done();
    const known = reply.getHeader('etag')?.toString(); // of an answer that was hashed while it was written
    if (known === undefined && typeof payload !== 'string') return done();
    const etag = etagFor(request, known?.replace(/^W\//, ''), String(payload));
    reply.header('etag', `W/${etag}`);
    if (!matchesEtag(request.headers['if-none-match'], etag)) return done();
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    done(null, null);
  });
}

/** An answer to a request that acts for somebody is another one than the same answer to the sender itself. */
function etagFor({ actor }: FastifyRequest, known: string | undefined, payload: string): string {
  if (!actor?.sender) return known ?? etagOfAnswer(payload);
  const pair = `${actor.sender.id} for ${actor.id}`;
  return known === undefined ? etagOfAnswer(`${pair} ${payload}`) : etagOf(`${pair} ${known}`);
}

import type { KeyObject } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { PreviousKey } from '../../security/tokens.ts';
import { idempotencyKeyOf, scopedKey } from './key.ts';
import { KeyedRequest, replaceAnswer } from './keyed-request.ts';
import { RequestDigest } from './request-digest.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** of a request of an account with an Idempotency-Key */
    keyed: KeyedRequest | undefined;
  }
}

export const methodsWithKey: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** In maximum sizes of a photo: the forms of accounts have up to three, of which one may be too large by mistake. */
const maxDigestedPhotos = 4;
/** A handler that ended has been answered long before. */
const abandonAfterMs = 1_000;

interface IdempotencyDeps {
  db: Database;
  clock: Clock;
  config: Config;
  signingKey: KeyObject;
  previousSigningKey: PreviousKey | undefined;
}

/**
 * Repeats the first answer to a request of an account with an Idempotency-Key (docs/api.md, Idempotency keys). Without an account
 * nothing is stored, so that nobody can fill the database. To be registered after the checks of access and rate limits, which
 * each attempt has to pass, and before the body is parsed and validated.
 * @throws 400 malformed key, 409 the first request is under way or was another one
 */
export function registerIdempotency(app: FastifyInstance, deps: IdempotencyDeps): void {
  const secrets: [KeyObject, ...KeyObject[]] = [deps.signingKey];
  if (deps.previousSigningKey) secrets.push(deps.previousSigningKey.key);
  app.decorateRequest('keyed', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    if (!methodsWithKey.has(request.method)) return done();
    try {
      const key = idempotencyKeyOf(request);
      if (key === undefined || !request.routeOptions.config.roles) return done();
      const scoped = scopedKey(key, callerOf(request.actor), secrets);
      const digest = digestOf(request, deps.config.photoMaxBytes * maxDigestedPhotos);
      request.keyed = new KeyedRequest(deps, scoped, digest, request.checkBeforeChanges);
      abandonAtEnd(request.keyed, request, reply);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook('preValidation', (request, reply, done) => {
    const { keyed } = request;
    if (!keyed) return done();
    const handle = (): void => keyed.transaction.run(done);
    keyed.findFirstAnswer().then((answer) => (answer ? void reply.send(replaceAnswer(reply, answer)) : handle()), done);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.keyed) return done();
    request.keyed.settle(request, reply, payload).then((body) => done(null, body), done);
  });
}

/** The same key for oneself and for each account that one acts for are different keys. */
const callerOf = ({ id, sender }: FastifyRequest['actor']): string => (sender ? `${sender.id} for ${id}` : id);

/** The second factor belongs to the request: without it the first answer must not be repeated. */
function digestOf(request: FastifyRequest, maxBodyBytes: number): RequestDigest {
  const { method, url, headers, routeOptions, raw } = request;
  const digest = new RequestDigest([method, url, headers['x-otp']?.toString(), headers['x-passkey']?.toString()]);
  if (routeOptions.config.multipart) digest.followBody(raw, maxBodyBytes);
  return digest;
}

/** Frees what a request holds that is not answered, such as one whose caller has gone. */
function abandonAtEnd(keyed: KeyedRequest, request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('close', async () => {
    await request.handlerEnded;
    setTimeout(() => void keyed.abandon(), abandonAfterMs).unref();
  });
}

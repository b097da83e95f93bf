import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Tx } from '../database/database.ts';
import type { RequestTransaction } from '../database/request-transaction.ts';
import { hasIfMatch } from './conditional-writes.ts';
import { toHttpError } from './error-handler.ts';
import { refuse } from './idempotency/keyed-request.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs in the transaction of the changes before the first of them, and throws to refuse them. */
    checkBeforeChanges: ((tx: Tx) => Promise<void>) | undefined;
    /** of a request with `checkBeforeChanges` or If-Match, and without an Idempotency-Key */
    checkedChanges: RequestTransaction | undefined;
  }
}

/** A handler that ended has been answered long before. */
const abandonAfterMs = 1_000;

/**
 * Makes all changes of a request with `checkBeforeChanges` or If-Match in one transaction, as those of a request with an Idempotency-Key, which
 * checks them itself. To be registered after it.
 */
export function registerCheckedChanges(app: FastifyInstance, db: Database): void {
  app.decorateRequest('checkedChanges', undefined);
  app.addHook('preValidation', (request, reply, done) => {
    const { checkBeforeChanges, keyed } = request;
    if (keyed || !(checkBeforeChanges || hasIfMatch(request))) return done();
    request.checkedChanges = db.requestTransaction(checkBeforeChanges ?? (async () => {}));
    abandonAtEnd(request.checkedChanges, request, reply);
    request.checkedChanges.run(done);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { checkedChanges } = request;
    if (!checkedChanges || checkedChanges.isEnded) return payload;
    try {
      if (reply.statusCode >= 500) await checkedChanges.rollback();
      else await checkedChanges.commit();
      return payload;
    } catch (error) {
      request.log.error({ err: error }, 'the changes of a request were not committed');
      return refuse(request, reply, toHttpError(error as FastifyError));
    }
  });
}

/** Undoes the changes of a request that was never answered. */
function abandonAtEnd(transaction: RequestTransaction, request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('close', async () => {
    await request.handlerEnded;
    setTimeout(() => void (transaction.isEnded || transaction.rollback()), abandonAfterMs).unref();
  });
}

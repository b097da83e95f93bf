import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** After this time the listener is closed even if further connections are waiting. */
const maxAcceptMs = 5_000;

const stopping = new WeakSet<Server>();

/** Whether a stop was requested: requests are still answered, readiness checks fail. */
export const isStopping = (server: Server): boolean => stopping.has(server);

/** Sends `connection: close` with each answer while the service stops. To be registered before any route. */
export function registerGracefulShutdown(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping(app.server)) reply.header('connection', 'close');
    done();
  });
}

/**
 * Stops accepting connections, waits for the requests under way and closes the application.
 * @param graceMs after this time connections that are still open are cut
 */
export async function closeGracefully(app: FastifyInstance, graceMs: number): Promise<void> {
  stopping.add(app.server);
  const timer = setTimeout(() => app.server.closeAllConnections(), graceMs);
  await acceptQueue(app.server);
  // The listener alone: in the time that closing idle connections takes, others would come and be reset.
  NetServer.prototype.close.call(app.server);
  await app.close();
  clearTimeout(timer);
}

/**
 * Accepts what waits in the queue of the listener, which closing it would reset. Node accepts one connection in each
 * turn of the event loop, so the queue is empty after a turn without one.
 */
async function acceptQueue(server: Server): Promise<void> {
  const deadline = performance.now() + maxAcceptMs;
  let hasAccepted = true;
  const onConnection = (): void => {
    hasAccepted = true;
  };
  server.on('connection', onConnection);
  await nextTurn(); // the current turn may have looked at the queue already
  while (hasAccepted && performance.now() < deadline) {
    hasAccepted = false;
    await nextTurn();
  }
  server.off('connection', onConnection);
}

import type { Server } from 'node:http';
import { createServer, Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long running requests may take during a shutdown (docs/rules.md, Timeouts). */
export const requestGraceMs = 15_000;
/**
 * A shutdown that takes longer is aborted (src/service/run.ts): requestGraceMs, and the time for deliveries and pools.
 * The stop timeouts of systemd units, compose files and supervisors must be longer.
 */
export const shutdownTimeoutMs = 22_000;
/** After this time the listener is closed even if further connections are waiting. */
const maxAcceptMs = 5_000;
/** A turn of the event loop without a request is shorter. */
const shortTurnMs = 0.1;
/** How long the first request of a connection is waited for. */
const firstRequestTimeoutMs = 1_000;

interface ShutdownState {
  isStopping: boolean;
  connectionsWithoutRequest: Set<Socket>;
}

const states = new WeakMap<Server, ShutdownState>();

/**
 * Whether closeGracefully() was called. From then on GET /health/ready (src/platform/system/routes.ts) answers 503, so
 * that load balancers choose another instance, while other requests are still answered, each with `connection: close`.
 */
export const isStopping = (server: Server): boolean => states.get(server)?.isStopping ?? false;

/** Sends `connection: close` with each answer while the service stops. To be registered before any route. */
export function registerGracefulShutdown(app: FastifyInstance): void {
  const connectionsWithoutRequest = new Set<Socket>();
  states.set(app.server, { isStopping: false, connectionsWithoutRequest });
  app.server.on('connection', (socket: Socket) => {
    connectionsWithoutRequest.add(socket);
    socket.once('close', () => connectionsWithoutRequest.delete(socket));
  });
  app.server.on('request', ({ socket }) => connectionsWithoutRequest.delete(socket));
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping(app.server)) reply.header('connection', 'close');
    done();
  });
}

/**
 * Stops the HTTP server without losing a request (src/service/serve.ts calls it with requestGraceMs):
 * 1. new answers carry `connection: close`, and readiness checks fail;
 * 2. connections that the operating system has accepted already are taken over, then the listener is closed;
 * 3. connections without a request get a moment to send their first one;
 * 4. `app.close()` waits for the running requests.
 * @param graceMs after this time connections that are still open are cut, and their requests with them
 */
export async function closeGracefully(app: FastifyInstance, graceMs: number): Promise<void> {
  const state = states.get(app.server);
  if (state) state.isStopping = true;
  const timer = setTimeout(() => app.server.closeAllConnections(), graceMs);
  await closeAnotherListener();
  await acceptWaitingConnections(app.server);
  closeListener(app.server);
  const deadline = performance.now() + firstRequestTimeoutMs;
  while (state?.connectionsWithoutRequest.size && performance.now() < deadline) await sleep(10);
  // Here running requests are waited for: close() ends when their connections have, or when the timer has cut these.
  await app.close();
  clearTimeout(timer);
}

/** The listener alone: http.Server.close() would also cut new connections whose request is on its way. */
const closeListener = (server: NetServer): void => void NetServer.prototype.close.call(server);

/**
 * The first close of a process takes a tenth of a millisecond, in which a connection could arrive and be reset; a second one takes
 * a tenth of that.
 */
async function closeAnotherListener(): Promise<void> {
  const other = createServer();
  await new Promise<void>((resolve) => {
    other.once('error', () => resolve());
    other.listen(0, '127.0.0.1', resolve);
  });
  closeListener(other);
}

/**
 * Accepts the connections that wait in the queue of the listener, which closing it would reset. Node accepts one in each turn of
 * the event loop, so the queue is empty after a turn without one; connections that arrive during a long turn wait again.
 */
async function acceptWaitingConnections(server: Server): Promise<void> {
  const deadline = performance.now() + maxAcceptMs;
  let hasAccepted = false;
  const onConnection = (): void => {
    hasAccepted = true;
  };
  server.on('connection', onConnection);
  await nextTurn(); // the current turn may have looked at the queue already
  let turnMs: number;
  do {
    hasAccepted = false;
    const startedAt = performance.now();
    await nextTurn();
    turnMs = performance.now() - startedAt;
  } while ((hasAccepted || turnMs > shortTurnMs) && performance.now() < deadline);
  server.off('connection', onConnection);
}

import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

// The end of a listener, seen from those who call at that moment. A balancer goes on to the next
// instance when a connection is refused; what was sent on one that was taken it must not send again.

/**
 * How long a short turn of the event loop is waited for. A process that has more to do than it can, or that
 * others keep from the cores, has none for seconds; its queue is not empty then.
 */
const emptyWithin = 5_000;
/** How long requests on connections that were just taken are waited for. */
const patience = 1_000;
/**
 * Whoever calls between the last look at the queue and its end is reset, so that moment has to be as short
 * as the machine lets it be. @param waited milliseconds @returns milliseconds
 */
const shortEnough = (waited: number): number => (waited < 500 ? 0.05 : 0.3);

/** Connections on which no request has begun to arrive in full. */
const fresh = new WeakMap<Server, Set<Socket>>();

/** Registers what stopListening() needs; before the server listens. */
export function watchCallers(server: Server): void {
  const sockets = new Set<Socket>();
  fresh.set(server, sockets);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', ({ socket }) => sockets.delete(socket));
}

/**
 * Refuses connections from now on, and hears those who are connected already. Node's own close()
 * resets whoever waits in the system's queue, and cuts off connections whose request is still on
 * its way.
 */
export async function stopListening(server: Server): Promise<void> {
  await emptyQueue(server, () => {
    if (server.listening) NetServer.prototype.close.call(server);
  });
  const began = performance.now();
  while (fresh.get(server)?.size && performance.now() - began < patience) await sleep(5);
}

/** Each turn of the loop takes one connection from the queue: after one that took none, it was empty a moment ago. */
async function emptyQueue(server: Server, close: () => void): Promise<void> {
  let taken = 0;
  const count = (): void => {
    taken++;
  };
  server.on('connection', count);
  await turn(); // from here on each turn looks at the queue
  for (const began = performance.now(); performance.now() - began < emptyWithin; ) {
    const [before, at] = [taken, performance.now()];
    await turn();
    if (taken === before && performance.now() - at < shortEnough(at - began)) break;
  }
  close();
  server.off('connection', count);
}

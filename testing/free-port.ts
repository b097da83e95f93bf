import { createServer, type Server } from 'node:net';

interface PortBlock {
  next: number;
  end: number;
}

// Below the ports that the operating system assigns by itself.
const [lowestPort, highestPort, portsPerBlock] = [20_000, 32_000, 60];
let block: Promise<PortBlock> | undefined;

/**
 * Finds a port for a server of a test that may stop and start again later. Each process takes ports from a block of its
 * own, so no other test process takes the port while the server does not listen.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    block ??= reserveBlock();
    const own = await block;
    const port = own.next++;
    if (port === own.end)
      block = undefined; // of several concurrent callers only the one at the end starts a new block
    else if (port < own.end && (await isFree(port))) return port;
  }
}

/** Reserves a block by listening on its first port until the process ends. */
async function reserveBlock(): Promise<PortBlock> {
  const blocks = (highestPort - lowestPort) / portsPerBlock;
  for (let i = 0; i < blocks; i++) {
    const first = lowestPort + ((process.pid + i) % blocks) * portsPerBlock;
    const reservation = await listen(first);
    if (!reservation) continue;
    reservation.unref();
    return { next: first + 1, end: first + portsPerBlock };
  }
  throw new Error(`all ports from ${lowestPort} to ${highestPort} are taken`);
}

async function isFree(port: number): Promise<boolean> {
  const server = await listen(port);
  if (server) await new Promise((resolve) => server.close(resolve));
  return server !== undefined;
}

/** @returns a listening server; undefined when the port is taken */
function listen(port: number): Promise<Server | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

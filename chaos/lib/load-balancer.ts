import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Backend {
  port: number;
  downUntil: number;
}

/**
 * Opens a load balancer that behaves like nginx: round robin, the next instance when a connection is refused, and a
 * pause of one second for the refusing instance. Requests that have been sent are never repeated.
 * @returns its address
 */
export async function openBalancer(ports: number[], cleanup: AsyncDisposableStack, keepAlive: boolean): Promise<string> {
  const backends: Backend[] = ports.map((port) => ({ port, downUntil: 0 }));
  const agent = new Agent({ keepAlive });
  let turn = 0;
  const nextBackend = (): Backend => {
    const inTurns = backends.map((_, i) => backends[(turn + i) % backends.length] as Backend);
    turn++;
    return inTurns.find(({ downUntil }) => downUntil < performance.now()) ?? (backends[0] as Backend);
  };
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => attempt(incoming, Buffer.concat(chunks), outgoing, backends.length));
  });
  function attempt(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, left: number): void {
    const backend = nextBackend();
    const { method, url: path } = incoming;
    const { connection: _, ...headers } = incoming.headers;
    const sent = request({ host: '127.0.0.1', port: backend.port, method, path, agent, headers }, (answer) => {
      const { connection: __, 'keep-alive': ___, ...received } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, received);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    sent.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED' && left > 1) {
        backend.downUntil = performance.now() + 1_000;
        attempt(incoming, body, outgoing, left - 1);
      } else if (sent.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE')) {
        // A keep-alive connection that the instance had already closed. There may be more of them than instances.
        attempt(incoming, body, outgoing, left);
      } else if (!outgoing.headersSent) {
        outgoing.writeHead(502).end(JSON.stringify({ error: `${method} ${path}: ${code ?? message}` }));
      } else outgoing.destroy();
    });
    sent.end(body);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.defer(() => {
    server.close();
    server.closeAllConnections();
    agent.destroy();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

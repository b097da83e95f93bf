import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A load balancer that behaves like nginx: round robin, the next instance when a connection is refused, and a
 * pause of one second for the refusing instance. Requests that have been sent are never repeated.
 */
export class LoadBalancer {
  readonly url: string;
  requests = 0;
  /** Number of refused connections. */
  refused = 0;
  readonly #server: Server;
  readonly #backends: { port: number; downUntil: number }[];
  readonly #agent: Agent;
  #turn = 0;

  private constructor(server: Server, ports: number[], keepAlive: boolean) {
    this.#server = server;
    this.#backends = ports.map((port) => ({ port, downUntil: 0 }));
    this.#agent = new Agent({ keepAlive });
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async open(ports: number[], keepAlive: boolean): Promise<LoadBalancer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const balancer = new LoadBalancer(server, ports, keepAlive);
    server.on('request', (incoming, outgoing) => balancer.#pass(incoming, outgoing));
    return balancer;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
    this.#agent.destroy();
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.requests++;
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => this.#attempt(incoming, Buffer.concat(chunks), outgoing, this.#backends.length));
  }

  #attempt(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, left: number): void {
    const backend = this.#next();
    const { method, url: path, headers } = incoming;
    const { connection: _, ...passed } = headers;
    const sent = request(
      { host: '127.0.0.1', port: backend.port, method, path, agent: this.#agent, headers: passed },
      (answer) => {
        const { connection: __, 'keep-alive': ___, ...told } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, told);
        answer.pipe(outgoing);
        answer.on('error', () => outgoing.destroy());
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && left > 1) {
        this.refused++;
        backend.downUntil = performance.now() + 1000;
        this.#attempt(incoming, body, outgoing, left - 1);
      } else if (this.#neverArrived(sent, error)) {
        this.#attempt(incoming, body, outgoing, left); // does not count as an attempt: there may be more stale connections than instances
      } else if (!outgoing.headersSent) {
        outgoing.writeHead(502).end(JSON.stringify({ error: `${method} ${path}: ${error.code ?? error.message}` }));
      } else outgoing.destroy();
    });
    sent.end(body);
  }

  /** A keep-alive connection that the instance had already closed: nginx also opens another one. */
  #neverArrived(sent: { reusedSocket: boolean }, error: NodeJS.ErrnoException): boolean {
    return sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
  }

  #next(): { port: number; downUntil: number } {
    const now = performance.now();
    for (let i = 0; i < this.#backends.length; i++) {
      const backend = this.#backends[this.#turn++ % this.#backends.length];
      if (backend && backend.downUntil < now) return backend;
    }
    const [first] = this.#backends;
    if (!first) throw new Error('no backends');
    return first;
  }
}

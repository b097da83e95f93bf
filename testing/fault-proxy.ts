import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

type Address = { port: number; host: string } | { path: string };

function addressOf(url: URL): Address {
  const folder = url.searchParams.get('host');
  return folder ? { path: `${folder}/.s.PGSQL.5432` } : { port: Number(url.port), host: url.hostname };
}

/** A TCP proxy in front of a server that can drop its connections or stall while they stay open. */
export class FaultProxy {
  /** The address of the server through the proxy. */
  readonly url: string;
  readonly #server: Server;
  #target: Address;
  readonly #sockets = new Set<Socket>();
  #state: 'up' | 'cut' | 'silent' = 'up';
  #bytesLeft = Number.POSITIVE_INFINITY;
  #lost: { request: string; cut: () => void } | undefined;

  private constructor(server: Server, target: URL) {
    this.#server = server;
    this.#target = addressOf(target);
    const url = new URL(target);
    url.search = '';
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.url = url.href;
  }

  static async start(url: string): Promise<FaultProxy> {
    const server = createServer({ pauseOnConnect: true });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const link = new FaultProxy(server, new URL(url));
    server.on('connection', (caller) => link.#accept(caller));
    return link;
  }

  /** Leads new connections to another server, and keeps the ones that are open. */
  redirect(url: string): void {
    this.#target = addressOf(new URL(url));
  }

  /** Closes all connections and refuses new ones. */
  disconnect(): void {
    this.#state = 'cut';
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Disconnects when clients have sent this many bytes. */
  disconnectAfterBytes(bytes: number): void {
    this.#bytesLeft = bytes;
  }

  /**
   * Disconnects when the server begins to answer a request that starts with this text, such as `PATCH /tickets/1/take`.
   * @returns a promise that resolves after the disconnect
   */
  disconnectBeforeResponse(request: string): Promise<void> {
    return new Promise((cut) => {
      this.#lost = { request, cut };
    });
  }

  /** Passes no more bytes in either direction and keeps the connections open. */
  stall(): void {
    this.#state = 'silent';
    for (const socket of this.#sockets) socket.pause();
  }

  restore(): void {
    this.#state = 'up';
    this.#bytesLeft = Number.POSITIVE_INFINITY;
    this.#lost = undefined;
    for (const socket of this.#sockets) socket.resume();
  }

  close(): void {
    this.disconnect();
    this.#server.close();
  }

  #accept(caller: Socket): void {
    if (this.#state === 'cut') {
      caller.destroy();
      return;
    }
    const callee = connect(this.#target);
    let isHeard = false;
    for (const [from, to] of [
      [caller, callee],
      [callee, caller],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (chunk) => {
        if (from === callee && isHeard && this.#lost) {
          this.#lost.cut();
          return this.disconnect();
        }
        if (from === caller && this.#lost && chunk.toString('latin1').startsWith(this.#lost.request)) isHeard = true;
        to.write(chunk);
        if (from === caller) this.#bytesLeft -= chunk.length;
        if (this.#bytesLeft <= 0) this.disconnect();
      });
      from.on('error', () => {});
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#state === 'up') from.resume();
      else from.pause();
    }
  }
}

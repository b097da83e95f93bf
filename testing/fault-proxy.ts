import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A line to a server that can be cut, or go silent while it stays open. */
export class FaultProxy {
  /** The server as it is reached over the line. */
  readonly url: string;
  readonly #server: Server;
  readonly #target: { port: number; host: string } | { path: string };
  readonly #sockets = new Set<Socket>();
  #state: 'up' | 'cut' | 'silent' = 'up';
  #bytesLeft = Number.POSITIVE_INFINITY;
  #lost: { request: string; cut: () => void } | undefined;

  private constructor(server: Server, target: URL) {
    this.#server = server;
    const folder = target.searchParams.get('host');
    this.#target = folder ? { path: `${folder}/.s.PGSQL.5432` } : { port: Number(target.port), host: target.hostname };
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

  /** Open connections end, new ones are closed at once. */
  disconnect(): void {
    this.#state = 'cut';
    for (const socket of this.#sockets) socket.destroy();
  }

  /** It is cut in the middle of what is sent: when callers have sent this many bytes. */
  disconnectAfterBytes(bytes: number): void {
    this.#bytesLeft = bytes;
  }

  /**
   * It is cut when the server has heard a request that begins so, such as `PATCH /tickets/1/take`, and begins to answer.
   * @returns when it is cut
   */
  disconnectBeforeResponse(request: string): Promise<void> {
    return new Promise((cut) => {
      this.#lost = { request, cut };
    });
  }

  /** Nothing gets through any more, and nobody is told. */
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

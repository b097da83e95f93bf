import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy that counts the requests of one path and can hold back their answers. */
export interface AuthProxy {
  url: string;
  /** how many requests of the path the service has answered */
  readonly answered: number;
  /** Holds back answers that arrive from now on, also when the page that asked is left. */
  hold(): void;
  release(): void;
  close(): void;
}

export async function startAuthProxy(service: string, path: string): Promise<AuthProxy> {
  let answered = 0;
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const server = createServer((incoming, outgoing: ServerResponse) => {
    const { method, headers, url } = incoming;
    outgoing.on('error', () => {}); // the page that asked was left
    const forwarded = request(`${service}${url}`, { method, headers }, async (answer) => {
      if (url === path) {
        answered++;
        await gate.promise;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get answered() {
      return answered;
    },
    hold() {
      gate = Promise.withResolvers();
    },
    release: () => gate.resolve(),
    close() {
      gate.resolve();
      server.close();
      server.closeAllConnections();
    },
  };
}

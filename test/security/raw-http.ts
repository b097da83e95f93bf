import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { Fixtures } from '../../testing/fixtures.ts';

/** Lets the application listen, and sends it bytes that no client library would write. */
export async function openRawHttp(fixtures: Fixtures): Promise<(bytes: string | Buffer) => Promise<string>> {
  await fixtures.app.listen({ port: 0, host: '127.0.0.1' });
  const address = fixtures.app.server.address();
  assert(typeof address === 'object' && address);
  const { port } = address;
  return (bytes) =>
    new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.setTimeout(5_000, () => socket.destroy());
      socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
      socket.on('error', reject);
      socket.on('close', () => resolve(answer));
    });
}

/** A request that ends its connection, so that the answer is known to be whole. */
export const request = (line: string, headers: string[] = [], body = ''): string =>
  [`${line} HTTP/1.1`, 'host: x', 'connection: close', ...headers, '', body].join('\r\n');

export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

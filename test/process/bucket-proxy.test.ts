import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { freePort } from '../../testing/free-port.ts';
import { clientAddressHeader, missingNginx, startScaledNginx } from '../../testing/nginx.ts';

// Who reaches the server of the bucket through deploy/nginx.conf.

const skip = missingNginx() ?? false;
const instance = '172.30.77.130';
const outside = ['203.0.113.9', '172.30.77.1', '172.30.77.10', '2001:db8::1', '127.0.0.1'];

describe('deploy/nginx.conf in front of the bucket', { skip }, async () => {
  if (skip) return;
  const received: string[] = [];
  const bucket = createServer((message, response) => {
    received.push(`${message.method} ${message.url} ${message.headers.host}`);
    message.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(bucket, 'listening');
  const s3Port = (bucket.address() as AddressInfo).port;
  const nginx = await startScaledNginx(await freePort(), { s3Port });
  after(async () => {
    await nginx.stop();
    bucket.close();
  });

  async function call(method: string, path: string, address: string): Promise<number | undefined> {
    const headers = { host: 's3.localhost:8080', [clientAddressHeader]: address };
    // `path` is not normalized, unlike that of a URL.
    const sent = request({ host: '127.0.0.1', port: new URL(nginx.url).port, method, path, headers, agent: false });
    sent.end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  }

  it('deploy/nginx.conf lets anybody read photos by their links, which reach the bucket unchanged', async () => {
    const link = '/callout/photos/0123456789abcdef?X-Amz-Signature=a%2Fb&response-content-disposition=inline%3B';
    for (const address of outside) {
      for (const method of ['GET', 'HEAD']) {
        assert.equal(await call(method, link, address), 200, `${method} ${address}`);
        assert.equal(received.at(-1), `${method} ${link} s3.localhost:8080`);
      }
    }
  });

  it('deploy/nginx.conf lets nobody but an instance write photos or reach anything else of the bucket server', async () => {
    const before = received.length;
    const photo = '/callout/photos/0123456789abcdef';
    const forbidden: [string, string][] = [
      ...['PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS'].map((method): [string, string] => [method, photo]),
      ...['/', '/callout', '/callout/', '/callout?list-type=2', '/callout/other', '/other/photos/x'].map(
        (path): [string, string] => ['GET', path],
      ),
      ...['/callout/photos/../other', '/callout/photos/%2e%2e/other', '//callout/x', '/callout/photos/../../list-users'].map(
        (path): [string, string] => ['GET', path],
      ),
      ['PATCH', '/create-user'],
      ['PATCH', '/list-users'],
    ];
    for (const address of outside) {
      for (const [method, path] of forbidden)
        assert.equal(await call(method, path, address), 403, `${method} ${path} ${address}`);
    }
    assert.equal(received.length, before);
  });

  it('deploy/nginx.conf lets an instance do everything with the bucket', async () => {
    for (const [method, path] of [
      ['PUT', '/callout/photos/0123456789abcdef'],
      ['DELETE', '/callout/photos/0123456789abcdef'],
      ['GET', '/callout?list-type=2&prefix=photos%2F'],
      ['HEAD', '/callout'],
    ] as const) {
      assert.equal(await call(method, path, instance), 200, `${method} ${path}`);
      assert.equal(received.at(-1), `${method} ${path} s3.localhost:8080`);
    }
  });
});

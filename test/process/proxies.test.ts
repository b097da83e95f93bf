import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { freePort } from '../../testing/free-port.ts';
import { clientAddressHeader, missingNginx, type Options, startNginx, startScaledNginx } from '../../testing/nginx.ts';
import { waitFor } from '../../testing/wait.ts';

// The limits of the shipped proxy files in a real nginx. The instance behind it answers everything with 200, so that
// each refusal is the proxy's.

const skip = missingNginx() ?? false;
const shippedFiles = {
  'ops/nginx.conf': (port: number, options?: Options) => startNginx([port], options),
  'deploy/nginx.conf': (port: number, options?: Options) => startScaledNginx(port, options),
};

/** An instance that leaves /held and /ext/live unanswered until `release` is called. */
async function startInstance() {
  const held = new Set<ServerResponse>();
  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    await text(message);
    if (message.url === '/held' || message.url === '/ext/live') held.add(response);
    else response.end('{}');
  };
  const server = createServer((message, response) => void answer(message, response));
  // Node's queue for new connections has room for 511.
  server.listen({ port: 0, host: '127.0.0.1', backlog: 2_000 });
  await once(server, 'listening');
  const release = (): void => {
    for (const response of held) response.end('{}');
    held.clear();
  };
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, held, release, close };
}

interface Call {
  method?: string;
  path: string;
  address: string;
  body?: Buffer | string;
  agent?: Agent;
}

/** @returns status, headers and body of the answer */
async function call(url: string, { method = 'GET', path, address, body, agent }: Call) {
  const sent = request(`${url}${path}`, { method, agent: agent ?? false, headers: { [clientAddressHeader]: address } });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

const mustPass = async (url: string, wanted: Call): Promise<void> => {
  const { status, body } = await call(url, wanted);
  assert.equal(status, 200, `${wanted.path}: ${body}`);
};

/**
 * Sends pipelined requests, so that they arrive faster than any limit admits.
 * @returns the answers of all connections
 */
async function flood(url: string, requestLine: string, address: string, connections: number): Promise<string> {
  const { host, hostname, port } = new URL(url);
  const head = (more: string): string =>
    `${requestLine} HTTP/1.1\r\nhost: ${host}\r\n${clientAddressHeader}: ${address}\r\ncontent-length: 0\r\n${more}\r\n`;
  const requests = head('').repeat(799) + head('connection: close\r\n');
  const one = async (): Promise<string> => {
    const socket = connect(Number(port), hostname);
    socket.write(requests);
    return text(socket);
  };
  return (await Promise.all(Array.from({ length: connections }, one))).join('');
}

const statusesOf = (answers: string): Set<string> =>
  new Set([...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status));

for (const [file, start] of Object.entries(shippedFiles)) {
  describe(file, { skip, timeout: 120_000 }, async () => {
    if (skip) return;
    const instance = await startInstance();
    const nginx = await start(instance.port);
    const { url } = nginx;
    after(async () => {
      instance.close();
      await nginx.stop();
      const errors = nginx.errors();
      if (errors) console.log(errors.slice(-2_000));
    });

    it(`${file} admits an office of 50 users behind one address that open the console at the same time`, async () => {
      const address = '203.0.113.1';
      const streams = Array.from({ length: 50 }, () => mustPass(url, { path: '/ext/live', address }));
      const parallel = Array.from({ length: 300 }, () => mustPass(url, { path: '/held', address }));
      await Promise.race([Promise.all(parallel), waitFor(() => instance.held.size === 350)]);
      const person = async (): Promise<void> => {
        const agent = new Agent({ keepAlive: true, maxSockets: 6 });
        const page = Array.from({ length: 20 }, (_, i) => ({ path: `/app/assets/${i}.js` }));
        const signIn = ['login', 'refresh'].map((name) => ({ method: 'POST', path: `/auth/${name}`, body: '{}' }));
        const own = [{ path: '/auth/me' }, { path: '/auth/messenger' }];
        await Promise.all([...page, ...signIn, ...own].map((wanted) => mustPass(url, { ...wanted, address, agent })));
        agent.destroy();
      };
      const script = Array.from({ length: 200 }, () => mustPass(url, { path: '/auth/me', address }));
      await Promise.all([...Array.from({ length: 50 }, person), ...script]);
      instance.release();
      await Promise.all([...streams, ...parallel]);
    });

    it(`${file} admits 20 uploads of 1 MB in a row from each of 3 workers behind one address`, async () => {
      const body = Buffer.alloc(1_000_000, 1);
      const worker = async (): Promise<void> => {
        for (let i = 0; i < 20; i++)
          await mustPass(url, { method: 'POST', path: '/tickets/1/photos', address: '203.0.113.2', body });
      };
      await Promise.all([worker(), worker(), worker()]);
    });

    it(`${file} returns 429 to a flood of logins and serves other networks and other paths`, async () => {
      const networks = [
        { source: '203.0.113.3', same: '203.0.113.3', other: '203.0.113.4' },
        { source: '2001:db8::1', same: '2001:db8:0:0:ffff::2', other: '2001:db8:0:1::1' },
        { source: '::ffff:203.0.113.5', same: '::ffff:203.0.113.5', other: '::ffff:203.0.113.6' },
      ];
      for (const { source, same, other } of networks) {
        const answers = await flood(url, 'POST /auth/login', source, 2);
        assert.deepEqual([...statusesOf(answers)].sort(), ['200', '429'], source);
        const again = Array.from({ length: 100 }, () => call(url, { path: '/auth/me', address: same }));
        const refused = (await Promise.all(again)).find(({ status }) => status === 429);
        assert.equal(refused?.body, '{"error":"too many requests, try again later"}', same);
        assert.equal(refused?.headers['content-type'], 'application/json');
        assert.equal(refused?.headers['retry-after'], '1');
        await mustPass(url, { path: '/ping', address: source });
        await Promise.all(Array.from({ length: 100 }, () => mustPass(url, { path: '/auth/me', address: other })));
      }
    });

    it(`${file} returns 429 to a flood on any path and serves other addresses`, async () => {
      // At the shipped rate a slow machine would not send fast enough to be refused.
      const slow = await start(instance.port, { requestsPerSecond: 10 });
      const answers = await flood(slow.url, 'GET /tickets', '203.0.113.7', 4);
      assert.deepEqual([...statusesOf(answers)].sort(), ['200', '429']);
      await mustPass(slow.url, { path: '/tickets', address: '203.0.113.8' });
      await slow.stop();
    });

    it(`${file} returns 429 to the 1001st concurrent request of one address and serves other addresses`, async () => {
      const address = '203.0.113.9';
      const held = Array.from({ length: 1000 }, () => mustPass(url, { path: '/held', address }));
      await Promise.race([Promise.all(held), waitFor(() => instance.held.size === 1000)]);
      const { status, body } = await call(url, { path: '/ping', address });
      assert.deepEqual([status, body], [429, '{"error":"too many requests, try again later"}']);
      await mustPass(url, { path: '/ping', address: '203.0.113.10' });
      instance.release();
      await Promise.all(held);
    });
  });
}

// Who reaches the server of the bucket through deploy/nginx.conf.

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

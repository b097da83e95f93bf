import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';
import type { Database } from '../src/platform/database/database.ts';
import { Admission } from '../src/platform/http/admission.ts';
import { handleError } from '../src/platform/http/error-handler.ts';
import { passAlways, registerHeapLoadShedding } from '../src/platform/http/heap-load-shedding.ts';
import { limitPipelining } from '../src/platform/http/limit-pipelining.ts';
import { heavyLane } from '../src/platform/http/read-lane.ts';
import type { BearerTokens } from '../src/platform/security/bearer-tokens.ts';
import { spoolFolder } from '../src/product/files/photos/receive-upload.ts';
import { uploadLimiterOf } from '../src/product/files/photos/upload-limiter.ts';
import { tenantOf } from '../src/product/tenant.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { multipartForm, photo } from '../testing/photo-files.ts';
import { waitFor } from '../testing/wait.ts';

// What one caller does must not be felt by another, whatever it sends: over real connections.

const fixtures = await Fixtures.create({ MAX_LIVE_STREAMS: '3', MAX_UPLOADS: '2' });
fixtures.now = new Date(); // sockets wait by the machine's clock
const { anna, boris, wanda, root } = fixtures;
let port = 0;
before(async () => {
  // Lists of anna's tickets are too large for the buffers of a connection.
  await Promise.all(Array.from({ length: 100 }, () => fixtures.createTicket({ description: 'y'.repeat(4_000) })));
  await fixtures.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixtures.app.server.address() as AddressInfo).port;
});
const open = new Set<Socket>();
after(() => {
  for (const socket of open) socket.destroy();
});

interface Connection {
  socket: Socket;
  /** all that has arrived */
  received: () => string;
}

async function connected(): Promise<Connection> {
  const socket = connect(port, '127.0.0.1');
  open.add(socket);
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  socket.on('error', () => {});
  await once(socket, 'connect');
  return { socket, received: () => text };
}

const statuses = (text: string): string[] => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status);
const head = (line: string, ...headers: string[]): string => [`${line} HTTP/1.1`, 'host: x', ...headers, '', ''].join('\r\n');
const bearer = async (who: TestUser): Promise<string> => `authorization: Bearer ${await fixtures.accessTokenFor(who)}`;
const get = async (who: TestUser, path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${await fixtures.accessTokenFor(who)}` } });

describe('pipelined requests', () => {
  it('pipelined requests on one connection are all answered in order', async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, () => fixtures.createTicket()));
    const token = await bearer(anna);
    const { socket, received } = await connected();
    const paths = Array.from({ length: 300 }, (_, i) => `/tickets/${ids[i % 3]}`);
    socket.write(paths.map((path) => head(`GET ${path}`, token)).join(''));
    await waitFor(() => statuses(received()).length === 300);
    const answered = [...received().matchAll(/\{"id":(\d+)/g)].map(([, id]) => Number(id));
    assert.deepEqual(
      answered,
      paths.map((path) => Number(path.slice('/tickets/'.length))),
    );
  });

  it('empty lines before a request reach the parser together', async () => {
    let calls = 0;
    const server = createServer((_request, response) => response.end());
    server.on('connection', (socket: Socket) => {
      const [parse] = socket.listeners('data') as ((chunk: Buffer) => void)[];
      socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
        calls++;
        parse?.(chunk);
      });
    });
    limitPipelining(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`${'\r\n'.repeat(30_000)}GET / HTTP/1.1\r\nHost: a\r\n\r\n`);
    assert.match(String(await once(socket, 'data')), /^HTTP\/1.1 200 /);
    assert(calls < 100, `${calls} calls`);
    socket.destroy();
    server.close();
  });

  it('pipelined requests with bodies that contain the end of a header are all answered in order', async () => {
    const token = await bearer(anna);
    const { socket, received } = await connected();
    const bodies = Array.from({ length: 40 }, (_, i) =>
      JSON.stringify({ category: 'other', description: `Leak ${i} ${'\r\n'.repeat(0)}here`, object_id: fixtures.lobby }),
    );
    const bytes = bodies.map((body) => {
      const padded = `${body}${'\r\n\r\n'.repeat(3)}`;
      return `${head('POST /tickets', token, `content-length: ${Buffer.byteLength(padded)}`)}${padded}`;
    });
    socket.write(bytes.join(''));
    await waitFor(() => statuses(received()).length === 40);
    assert.deepEqual(new Set(statuses(received())), new Set(['201']));
    const described = [...received().matchAll(/"description":"Leak (\d+)/g)].map(([, i]) => Number(i));
    assert.deepEqual(described, [...Array(40).keys()]);
  });

  it('the server reads only a few pipelined requests ahead of its responses', async () => {
    let handled = 0;
    const count = (): void => void handled++;
    fixtures.app.server.on('request', count);
    const client = new pg.Client({ connectionString: fixtures.url });
    await client.connect();
    try {
      await client.query('begin; lock table projects in access exclusive mode');
      const token = await bearer(anna);
      const { socket, received } = await connected();
      socket.write(head('GET /projects', token).repeat(500));
      await waitFor(() => handled > 0);
      await sleep(150); // time in which more would be read
      assert(handled <= 6, `${handled} requests were read`);
      await client.query('rollback');
      await waitFor(() => statuses(received()).length === 500);
      assert.deepEqual(new Set(statuses(received())), new Set(['200']));
    } finally {
      await client.end();
      fixtures.app.server.off('request', count);
    }
  });
});

describe('a client that reads responses slowly', () => {
  it('responses that a client reads late arrive complete and in order', async () => {
    const token = await bearer(anna);
    const socket = connect(port, '127.0.0.1').pause();
    open.add(socket);
    await once(socket, 'connect');
    const requests = Array.from({ length: 60 }, (_, i) => head(`GET /tickets?limit=${1 + ((i * 7) % 100)}`, token));
    // In pieces, so that more arrives while earlier answers wait to be taken.
    for (const request of requests) {
      socket.write(request.slice(0, 50));
      socket.write(request.slice(50));
    }
    await sleep(200);
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1'))).resume();
    await waitFor(() => statuses(text).length === 60);
    await waitFor(() => text.endsWith('}'));
    const limits = [...text.matchAll(/"limit":(\d+),"offset":0\}/g)].map(([, limit]) => Number(limit));
    assert.deepEqual(
      limits,
      requests.map((_, i) => 1 + ((i * 7) % 100)),
    );
  });
});

describe('many requests of one account', () => {
  it('200 parallel requests of one account are all answered without an error', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        get(anna, ['/tickets', '/projects', '/auth/me', '/ext/objects?q=lobby'][i % 4] ?? ''),
      ),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    for (const answer of answers) await answer.arrayBuffer();
  });

  it('requests of one account that wait for the database do not delay other accounts', async () => {
    const client = new pg.Client({ connectionString: fixtures.url });
    await client.connect();
    try {
      // Its writes wait for one row; those of others do not.
      const id = await fixtures.createTicket();
      await client.query('begin');
      await client.query('select from tickets where id = $1 for update', [id]);
      const cancel = async () =>
        fetch(`http://127.0.0.1:${port}/tickets/${id}/cancel`, {
          method: 'PATCH',
          headers: { authorization: `Bearer ${await fixtures.accessTokenFor(anna)}` },
          body: JSON.stringify({ reason: 'not needed' }),
        });
      const waiting = Array.from({ length: 60 }, cancel);
      await waitFor(async () => {
        await client.query('select pg_stat_clear_snapshot()'); // a transaction sees what was there when it first looked
        const { rows } = await client.query<{ n: string }>(
          `select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        return Number(rows[0]?.n) >= 4;
      });
      assert.equal((await get(boris, '/auth/me')).status, 200);
      assert.equal((await get(boris, '/tickets')).status, 200);
      await client.query('rollback');
      const answers = await Promise.all(waiting);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(59).fill(409)]);
    } finally {
      await client.end();
    }
  });

  it('searches that wait leave the other reads of their account alone', async () => {
    const client = new pg.Client({ connectionString: fixtures.url });
    await client.connect();
    try {
      assert.equal((await get(boris, '/auth/me')).status, 200);
      await client.query('begin; lock table tickets in access exclusive mode');
      const searches = Array.from({ length: 8 }, () => get(anna, '/ext/tickets?q=lobby'));
      await waitFor(() => fixtures.db.connections().heavyWaiting > 0);
      assert.equal((await get(anna, '/auth/me')).status, 200);
      await client.query('rollback');
      for (const { status } of await Promise.all(searches)) assert.equal(status, 200);
    } finally {
      await client.end();
    }
  });

  it('a heavy read keeps its connection until its answer has a slot, so that few answers are in memory at a time', async () => {
    const order: string[] = [];
    const slot = Promise.withResolvers<void>();
    const db = {
      heavyRead: async (_caller: unknown, work: (lane: unknown) => Promise<unknown>) => {
        const result = await work({});
        order.push('connection is free');
        return result;
      },
    } as unknown as Database;
    const request = {
      actor: { id: anna.id },
      raw: { socket: {} },
      releaseAccountSlot: () => order.push('slot is free'),
      takeAccountSlot: async () => {
        order.push('waits for a slot');
        await slot.promise;
      },
    } as unknown as FastifyRequest;
    const read = heavyLane(db, request)(async () => order.push('read'));
    await sleep(0);
    assert.deepEqual(order, ['slot is free', 'read', 'waits for a slot']);
    slot.resolve();
    await read;
    assert.equal(order.at(-1), 'connection is free');
  });

  it('an account whose responses are not read has a bounded number of requests in progress', async () => {
    const token = await bearer(anna);
    let handled = 0;
    const count = (): void => void handled++;
    fixtures.app.server.on('request', count);
    const slow = await Promise.all(Array.from({ length: 40 }, () => connected()));
    for (const { socket } of slow) {
      socket.pause();
      socket.write(head('GET /tickets?limit=100', token).repeat(8));
    }
    await waitFor(() => handled >= 40);
    assert.equal((await get(boris, '/auth/me')).status, 200);
    assert.equal((await get(root, '/tickets?limit=1')).status, 200);
    for (const { socket } of slow) socket.destroy();
    await waitFor(async () => (await get(anna, '/auth/me')).status === 200);
    fixtures.app.server.off('request', count);
  });
});

describe('what takes no place of an account', () => {
  it('a known token gives no precedence for what needs no token', async () => {
    const tokens = { cached: () => ({}) } as unknown as BearerTokens;
    const admission = new Admission(fixtures.deps, tokens);
    let started = 0;
    for (let i = 0; i < 20; i++) {
      const request = { url: '/nowhere', headers: { authorization: 'Bearer x' }, socket: { remoteAddress: '203.0.113.1' } };
      admission.admit(request as unknown as IncomingMessage, {} as ServerResponse, () => {});
      void admission.waitAsAnonymous(request as unknown as IncomingMessage).then(() => started++);
    }
    for (let i = 0; i < 10; i++) await Promise.resolve();
    assert.equal(started, 6, 'in one turn');
    await waitFor(() => started === 20);
  });

  it('connections of one network are refused above 1,000, unless it is a trusted proxy', () => {
    const openFrom = (remoteAddress: string): Duplex[] =>
      Array.from({ length: 1_001 }, () => {
        const socket = Object.assign(new Duplex({ read() {} }), { remoteAddress });
        fixtures.app.server.emit('connection', socket);
        return socket;
      });
    for (const [address, refused] of [
      ['203.0.113.7', 1],
      ['::1', 0],
    ] as const) {
      const sockets = openFrom(address);
      assert.equal(sockets.filter(({ destroyed }) => destroyed).length, refused, address);
      for (const socket of sockets) socket.destroy();
    }
  });
});

describe('GET /ext/live', () => {
  it('GET /ext/live ends the oldest stream of an account that opens more than MAX_LIVE_STREAMS', async () => {
    const token = await bearer(wanda);
    const streams: Connection[] = [];
    for (let i = 0; i < 5; i++) {
      const stream = await connected();
      stream.socket.write(head('GET /ext/live', token));
      await waitFor(() => stream.received().includes('event: hello'));
      streams.push(stream);
    }
    await waitFor(() => streams.filter(({ received }) => received().endsWith('0\r\n\r\n')).length === 2);
    assert.deepEqual(
      streams.map(({ received }) => received().endsWith('0\r\n\r\n')),
      [true, true, false, false, false],
    );
    // Streams take no place among the account's requests.
    for (let i = 0; i < 20; i++) assert.equal((await get(wanda, '/auth/me')).status, 200);
    for (const { socket } of streams) socket.destroy();
  });
});

/** Uploads whose file has begun to arrive. */
const receiving = (): number => {
  const folder = spoolFolder(fixtures.deps.config.dataDir);
  return existsSync(folder) ? readdirSync(folder).length : 0;
};

describe('stalled uploads', () => {
  const part = (bytes: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'),
      bytes,
      Buffer.from('\r\n--b--\r\n'),
    ]);
  const send = async (who: TestUser, id: number, body: Buffer, sent: number): Promise<Connection> => {
    const connection = await connected();
    const type = 'content-type: multipart/form-data; boundary=b';
    connection.socket.write(head(`POST /tickets/${id}/photos`, await bearer(who), type, `content-length: ${body.length}`));
    connection.socket.write(body.subarray(0, sent));
    return connection;
  };

  it('stalled uploads delay only uploads of the same account and release their slots when they end', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const body = part(photo('jpeg', 30_000));
    const stalled = await Promise.all(Array.from({ length: 2 }, () => send(wanda, id, body, 10_000)));
    await waitFor(() => receiving() === stalled.length);
    const own = await send(wanda, id, body, body.length);
    const other = await send(root, id, body, body.length);
    await waitFor(() => statuses(other.received()).includes('201'));
    assert.deepEqual(statuses(own.received()), [], 'the third of the same account waits');
    for (const { socket } of stalled) socket.destroy();
    await waitFor(() => statuses(own.received()).includes('201'));
  });

  it('a waiting upload whose client disconnects stores nothing', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const body = part(photo('jpeg', 30_000));
    const stalled = await Promise.all(Array.from({ length: 2 }, () => send(wanda, id, body, 10_000)));
    await waitFor(() => receiving() === stalled.length);
    const waiting = await Promise.all(Array.from({ length: 5 }, () => send(wanda, id, body, body.length)));
    for (const { socket } of [...waiting, ...stalled]) socket.destroy();
    const last = await send(wanda, id, body, body.length);
    await waitFor(() => statuses(last.received()).includes('201'));
    const { body: page } = await fixtures.call(wanda, 'GET', `/tickets/${id}/photos`);
    assert.equal(page.total, 1);
  });
});

describe('bodies that do not come', () => {
  const post = async (who: TestUser): Promise<Connection> => {
    const connection = await connected();
    const json = JSON.stringify({ category: 'other', description: 'The door is stuck', object_id: fixtures.lobby });
    connection.socket.write(head('POST /tickets', await bearer(who), `content-length: ${json.length}`) + json.slice(0, 5));
    return connection;
  };

  it('bodies that do not come delay no other request of their account while other tenants are active', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const form = 'content-type: multipart/form-data; boundary=b';
    const stalled = await Promise.all(Array.from({ length: 20 }, () => post(anna)));
    for (let i = 0; i < 20; i++) {
      const upload = await connected();
      upload.socket.write(head(`POST /tickets/${id}/photos`, await bearer(wanda), form, 'content-length: 1000'));
      stalled.push(upload);
    }
    assert.equal((await get(boris, '/auth/me')).status, 200);
    assert.equal((await get(anna, '/auth/me')).status, 200);
    assert.equal((await fixtures.call(anna, 'POST', `/tickets/${id}/cancel`, {})).status, 404, 'a body that comes');
    assert.equal((await get(wanda, '/auth/me')).status, 200);
    assert.deepEqual(
      stalled.map(({ received }) => received()),
      stalled.map(() => ''),
    );
    for (const { socket } of stalled) socket.destroy();
  });

  it('an upload that sends nothing for 10 s gets 408 when another one of its tenant waits, and loses its slot', async (t) => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const form = multipartForm([{ name: 'a.jpg', bytes: photo('jpeg', 30_000) }]);
    const upload = async (sentBytes: number): Promise<Connection> => {
      const connection = await connected();
      const type = `content-type: ${form.headers['content-type']}`;
      const line = `POST /tickets/${id}/photos`;
      connection.socket.write(head(line, await bearer(wanda), type, `content-length: ${form.body.length}`));
      connection.socket.write(form.body.subarray(0, sentBytes));
      return connection;
    };
    t.mock.timers.enable({ apis: ['setInterval'] });
    const stalled = [await upload(10_000), await upload(10_000)];
    await waitFor(() => receiving() === stalled.length);
    t.mock.timers.tick(10_000);
    t.mock.timers.tick(10_000);
    assert.deepEqual(
      stalled.map(({ received }) => received()),
      ['', ''],
      'nobody waits for their slots',
    );
    const waiting = await upload(form.body.length);
    await waitFor(() => {
      t.mock.timers.tick(10_000);
      return statuses(waiting.received()).includes('201');
    });
    await waitFor(() => stalled.every(({ received }) => statuses(received()).includes('408')));
    await waitFor(() => receiving() === 0);
  });
});

describe('the share of a tenant', () => {
  it('uploads of the accounts of one client take at most half of the slots', async () => {
    const limiter = uploadLimiterOf(fixtures.deps.config);
    const { promise: end, resolve } = Promise.withResolvers<void>();
    let begun = 0;
    const uploads = Array.from({ length: 40 }, (_, i) =>
      limiter.run({ key: `worker ${i}`, tenant: 'client' }, () => {
        begun++;
        return end;
      }),
    );
    await waitFor(() => begun === 32);
    assert.equal(await limiter.run({ key: 'worker', tenant: 'other client' }, async () => 'received'), 'received');
    assert.equal(begun, 32);
    resolve();
    await Promise.all(uploads);
  });

  it('a worker shares with the client that created it, everybody else with nobody', async () => {
    const ofAnna = await fixtures.createUser('worker of anna', 'worker', { created_by: anna.id });
    const ofRoot = await fixtures.createUser('worker of root', 'worker', { created_by: root.id });
    const tenants = await Promise.all([anna, root, ofAnna, ofRoot].map((who) => tenantOf(fixtures.db, who)));
    assert.deepEqual(tenants, [anna.id, root.id, anna.id, ofRoot.id]);
    assert.equal(tenantOf(fixtures.db, ofAnna), anna.id, 'known without a statement');
  });
});

describe('heap load shedding', () => {
  it('requests return 503 with Retry-After while the heap is nearly full, except for operational routes', async () => {
    const app = Fastify();
    app.setErrorHandler(handleError);
    app.decorateRequest('accountCheck');
    await registerHeapLoadShedding(app, 1);
    app.get('/tickets', () => 'ok');
    app.get('/health', { config: { pressureHandler: passAlways } }, () => 'ok');
    await waitFor(async () => (await app.inject('/tickets')).statusCode === 503);
    const refused = await app.inject('/tickets');
    assert.deepEqual(refused.json(), { error: 'too many requests are under way, try again later' });
    assert.equal(refused.headers['retry-after'], '1');
    assert.equal((await app.inject('/health')).statusCode, 200);
    await app.close();
  });
});

import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { generatePublicOperations, generateTypes } from '../../clients/typescript/generate-types.ts';
import { readEvents } from '../../clients/typescript/src/event-stream.ts';
import {
  ApiError,
  createClient,
  type LiveUpdate,
  NoAnswerError,
  TimeoutError,
  verifyWebhook,
  WebhookError,
} from '../../clients/typescript/src/index.ts';

interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answer = (request: ReceivedRequest, response: ServerResponse, count: number) => void | Promise<void>;

/**
 * A server that answers as a test needs it. It is closed when the test file ends.
 * @param answer gets the number of the request as well, which begins with 1
 */
async function startServer(answer: Answer): Promise<{ url: string; requests: ReceivedRequest[] }> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const request = { method, url, headers, body: await text(incoming) };
    const count = requests.push(request);
    await answer(request, response, count);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(JSON.stringify(body));
}

const project = { name: 'Tower' };
/** Retry-After of the local server, in seconds: the client waits for it. */
const soon = { 'retry-after': '0.01' };

describe('errors', () => {
  it('have the status, a code, the field of a 400, the request id and the time to wait', async () => {
    const { url } = await startServer((_request, response, count) => {
      if (count === 1) sendJson(response, 400, { error: 'recurring.period_days must be >= 1' }, { 'x-request-id': 'r-1' });
      else sendJson(response, 429, { error: 'too many attempts, try again later' }, { 'retry-after': '61' });
    });
    const client = createClient({ baseUrl: url, auth: 'cot_1' });
    const invalid = await client.call('POST /projects', { body: project }).catch((error) => error);
    assert(invalid instanceof ApiError);
    assert.deepEqual(
      [invalid.status, invalid.code, invalid.field, invalid.requestId, invalid.message],
      [400, 'invalid', 'recurring.period_days', 'r-1', 'recurring.period_days must be >= 1'],
    );
    const limited = await client.call('GET /projects').catch((error) => error);
    assert.deepEqual([limited.code, limited.retryAfterSeconds, limited.field], ['rate_limited', 61, undefined]);
  });

  it('of a proxy that answers with a page have its status', async () => {
    const { url } = await startServer((_request, response) => void response.writeHead(404).end('<h1>Not here</h1>'));
    await assert.rejects(createClient({ baseUrl: url }).call('GET /ping'), {
      status: 404,
      message: 'HTTP 404',
      code: 'not_found',
    });
  });

  it('are TimeoutError without an answer in time, and NoAnswerError without a server', async () => {
    const { url } = await startServer(() => {});
    const slow = createClient({ baseUrl: url, auth: 'cot_1', timeoutMs: 50, maxRetries: 0 });
    await assert.rejects(slow.call('GET /tickets'), TimeoutError);
    const nobody = createClient({ baseUrl: 'http://127.0.0.1:9', auth: 'cot_1', maxRetries: 0 });
    await assert.rejects(nobody.call('GET /tickets'), (error) => error instanceof NoAnswerError && error.code === 'no_answer');
  });

  it('are the reason of the signal when the caller aborts, and nothing is repeated', async () => {
    const stopping = new AbortController();
    const { url, requests } = await startServer(() => stopping.abort(new Error('not needed')));
    const call = createClient({ baseUrl: url, auth: 'cot_1' }).call('GET /tickets', { signal: stopping.signal });
    await assert.rejects(call, { message: 'not needed' });
    assert.equal(requests.length, 1);
  });
});

describe('retries', () => {
  it('repeat a write with the same Idempotency-Key after a lost connection and after 503', async () => {
    const { url, requests } = await startServer(({ body }, response, count) => {
      if (count === 1) response.destroy();
      else if (count === 2) sendJson(response, 503, { error: 'too many requests are under way' }, soon);
      else sendJson(response, 201, { id: 7, ...JSON.parse(body) }, { 'idempotency-replayed': 'true' });
    });
    const made = await createClient({ baseUrl: url, auth: 'cot_1' }).call('POST /projects', { body: project });
    assert.deepEqual([made.id, made.name], [7, 'Tower']);
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    assert.equal(keys.length, 3);
    assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
    assert.deepEqual(new Set(keys).size, 1);
    assert.deepEqual(new Set(requests.map(({ headers }) => headers.authorization)), new Set(['Bearer cot_1']));
  });

  it('use the key of the caller, and give each call another one without it', async () => {
    const { url, requests } = await startServer((_request, response) => sendJson(response, 201, { id: 1 }));
    const client = createClient({ baseUrl: url, auth: 'cot_1' });
    await client.call('POST /projects', { body: project, idempotencyKey: 'import-17' });
    await client.call('POST /projects', { body: project });
    await client.call('POST /projects', { body: project });
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    assert.equal(keys[0], 'import-17');
    assert.equal(new Set(keys).size, 3);
  });

  it('wait while the first request with the key still runs, and not for any other conflict', async () => {
    const { url, requests } = await startServer((_request, response, count) => {
      if (count === 1) sendJson(response, 409, { error: 'the first request still runs' }, soon);
      else if (count === 2) sendJson(response, 201, { id: 1 });
      else sendJson(response, 409, { error: 'a project with this name already exists' });
    });
    const client = createClient({ baseUrl: url, auth: 'cot_1' });
    await client.call('POST /projects', { body: project });
    await assert.rejects(client.call('POST /projects', { body: project }), { code: 'conflict' });
    assert.equal(requests.length, 3);
  });

  it('end after maxRetries, and are left out for longer waits, errors of the caller and sign-ins', async () => {
    let status = 503;
    let headers: Record<string, string> = soon;
    const { url, requests } = await startServer((_request, response) => sendJson(response, status, { error: 'no' }, headers));
    const client = createClient({ baseUrl: url, auth: 'cot_1', maxRetries: 2 });
    const count = async (call: () => Promise<unknown>): Promise<number> => {
      const before = requests.length;
      await assert.rejects(call(), { status });
      return requests.length - before;
    };
    assert.equal(await count(() => client.call('GET /tickets')), 3);
    assert.equal(await count(() => client.call('GET /tickets', { maxRetries: 0 })), 1);
    assert.equal(await count(() => client.call('POST /auth/login', { body: { email: 'a@example.com', password: 'x' } })), 1);
    [status, headers] = [429, { 'retry-after': '61' }];
    assert.equal(await count(() => client.call('GET /tickets')), 1);
    for (status of [400, 403, 404, 500]) assert.equal(await count(() => client.call('GET /tickets')), 1);
  });
});

describe('requests', () => {
  it('fill path and query, send JSON, and leave out empty filters', async () => {
    const { url, requests } = await startServer((_request, response) => sendJson(response, 200, { items: [] }));
    const client = createClient({ baseUrl: `${url}/`, auth: 'cot_1' });
    await client.call('GET /tickets', { query: { status: 'new', client_id: '', limit: 5 } });
    await client.call('PATCH /tickets/{id}/reject', { params: { id: 4 }, body: { reason: 'still dark' } });
    assert.deepEqual(
      requests.map(({ method, url: path, body, headers }) => [method, path, body, headers['content-type']]),
      [
        ['GET', '/tickets?status=new&limit=5', '', undefined],
        ['PATCH', '/tickets/4/reject', '{"reason":"still dark"}', 'application/json'],
      ],
    );
  });

  it('ask for a token of the source and for another one after a 401, and send no token to public operations', async () => {
    const { url, requests } = await startServer(({ headers }, response) => {
      const isValid = headers.authorization === 'Bearer second';
      sendJson(
        response,
        isValid || !headers.authorization ? 200 : 401,
        isValid ? { items: [] } : { error: 'missing or invalid' },
      );
    });
    const asked: (string | undefined)[] = [];
    const auth = {
      getToken: async (refused?: string) => {
        asked.push(refused);
        return refused === 'first' ? 'second' : 'first';
      },
    };
    const client = createClient({ baseUrl: url, auth });
    await client.call('GET /tickets');
    await client.call('GET /ext/about');
    assert.deepEqual(asked, [undefined, 'first']);
    assert.equal(requests.at(-1)?.headers.authorization, undefined);
  });

  it('to public operations have no token, and are repeated unless they are sign-ins', async () => {
    const { url, requests } = await startServer((_request, response, count) => {
      if (count % 2 === 1) sendJson(response, 503, { error: 'too many requests are under way' }, soon);
      else sendJson(response, 200, { id: 'r' });
    });
    const client = createClient({ baseUrl: url, auth: 'cot_1' });
    await client.call('GET /ext/portal/{token}', { params: { token: 't' } });
    await client.call('POST /ext/portal/{token}/reports', { params: { token: 't' }, body: new FormData() });
    await assert.rejects(client.call('POST /ext/passkey/challenge'), { status: 503 });
    assert.deepEqual(new Set(requests.map(({ headers }) => headers.authorization)), new Set([undefined]));
    const [first, second] = requests.slice(2).map(({ headers }) => headers['idempotency-key']);
    assert(first && first === second);
  });

  it('make keys where pages without https lack crypto.randomUUID', async (t) => {
    t.mock.method(crypto, 'randomUUID', () => {
      throw new TypeError('crypto.randomUUID is not a function');
    });
    const { url, requests } = await startServer((_request, response) => sendJson(response, 201, { id: 1 }));
    await createClient({ baseUrl: url, auth: 'cot_1' }).call('POST /projects', { body: project });
    assert(requests[0]?.headers['idempotency-key']);
  });

  it('do not ask for another token when a password was wrong', async () => {
    const { url, requests } = await startServer((_request, response) => sendJson(response, 401, { error: 'wrong password' }));
    const client = createClient({ baseUrl: url, auth: { getToken: async () => 'first' } });
    await assert.rejects(client.call('POST /ext/mfa/totp', { body: { password: 'x' } }), { message: 'wrong password' });
    assert.equal(requests.length, 1);
  });
});

describe('items', () => {
  /** A list of rows that `change` changes before it answers. @param change gets the number of the request */
  async function startList(ids: number[], change: (ids: number[], count: number) => void = () => {}, isCounted = true) {
    const server = await startServer(({ url }, response, count) => {
      change(ids, count);
      const query = new URL(url, 'http://list').searchParams;
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
      const items = ids.slice(offset, offset + limit).map((id) => ({ id }));
      const total = isCounted ? ids.length : Math.min(2, ids.length);
      sendJson(response, 200, { items, total, limit, offset, ...(!isCounted && { total_is_lower_bound: true }) });
    });
    const client = createClient({ baseUrl: server.url, auth: 'cot_1' });
    const read = async (limit: number, offset?: number): Promise<number[]> => {
      const found: number[] = [];
      const query = { limit, ...(offset !== undefined && { offset }) };
      for await (const { id } of client.items('GET /ext/tickets', { query })) found.push(id);
      return found;
    };
    return { ...server, client, read };
  }
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

  it('reads page after page, from the last row of the page before on', async () => {
    const { read, requests } = await startList(range(1, 7));
    assert.deepEqual(await read(3), range(1, 7));
    assert.deepEqual(
      requests.map(({ url }) => url),
      ['/ext/tickets?limit=3&offset=0', '/ext/tickets?limit=3&offset=2', '/ext/tickets?limit=3&offset=4'],
    );
  });

  for (const limit of [1, 2, 3, 5, 20])
    it(`skips no row and repeats none while others delete and add some, with pages of ${limit}`, async () => {
      const ids = range(1, 60);
      const { read } = await startList(ids, (_ids, count) => {
        if (count % 3 === 2) ids.splice(0, 2); // the rows behind move up
        if (count % 5 === 0) ids.unshift(1_000 + count);
      });
      const found = await read(limit);
      assert.equal(new Set(found).size, found.length);
      const skipped = ids.filter((id) => id <= 60 && !found.includes(id));
      assert.deepEqual(skipped, [], 'of those that were there all the time');
    });

  it('reads all rows behind those that were deleted, also when the whole page before is gone', async () => {
    const { read } = await startList(range(1, 12), (ids, count) => {
      if (count === 2) ids.splice(0, 5);
    });
    assert.deepEqual(await read(3), [1, 2, 3, ...range(6, 12)]);
  });

  it('begins with the offset of the caller', async () => {
    const { read } = await startList(range(1, 7));
    assert.deepEqual(await read(3, 5), [6, 7]);
  });

  it('goes on while the total is a lower bound, and reads no further page when the caller stops', async () => {
    const { read, requests } = await startList(range(1, 5), () => {}, false);
    assert.deepEqual(await read(2), range(1, 5));
    assert(requests.length > 2);
    const other = await startList(range(1, 9));
    for await (const _item of other.client.items('GET /ext/tickets', { query: { limit: 2 } })) break;
    assert.equal(other.requests.length, 1);
  });
});

const streamOf = (chunks: string[]): ReadableStream<Uint8Array> => new Blob(chunks).stream();

describe('server-sent events', () => {
  it('are read whatever the line ends are, with several lines of data, and without comments', async () => {
    const text =
      ': \n\nevent: tickets\ndata: {"ids":[1]}\n\r\n\r\nevent:a\r\ndata: 1\r\ndata:2\r\n\r\ndata: x\n\nevent: nothing\n\n';
    const events = [];
    for await (const event of readEvents(streamOf([text]))) events.push(event);
    assert.deepEqual(events, [
      { event: 'tickets', data: '{"ids":[1]}' },
      { event: 'a', data: '1\n2' },
      { event: 'message', data: 'x' },
    ]);
  });

  it('are read when they come in pieces, also between the halves of a letter and of a line end', async () => {
    const bytes = new TextEncoder().encode('event: a\r\ndata: ä\r\n\r\ndata: b\n\n');
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const events = [];
    for await (const event of readEvents(stream)) events.push(event);
    assert.deepEqual(events, [
      { event: 'a', data: 'ä' },
      { event: 'message', data: 'b' },
    ]);
  });
});

describe('liveUpdates', () => {
  it('opens a lost stream again, and ends with the signal', async () => {
    const { url, requests } = await startServer((_request, response, count) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: hello\ndata: {}\n\nevent: later\ndata: {}\n\n');
      if (count === 1) response.end('event: tickets\ndata: {"ids":[4,5]}\n\n');
      else response.write(': \n\nevent: notifications\ndata: {}\n\nevent: tickets\ndata: {}\n\n');
    });
    const stopping = new AbortController();
    const seen: LiveUpdate[] = [];
    const lost: unknown[] = [];
    const updates = createClient({ baseUrl: url, auth: 'cot_1' }).liveUpdates({
      signal: stopping.signal,
      onDisconnect: (error) => lost.push(error),
    });
    for await (const update of updates) {
      seen.push(update);
      if (seen.length === 5) stopping.abort();
    }
    assert.deepEqual(seen, [
      { type: 'connected' },
      { type: 'tickets', ids: [4, 5] },
      { type: 'connected' },
      { type: 'notifications' },
      { type: 'tickets' },
    ]);
    assert.deepEqual([lost, requests.length], [[undefined], 2]);
    assert.deepEqual(requests.map(({ url: path, headers }) => [path, headers.authorization])[1], ['/ext/live', 'Bearer cot_1']);
  });

  it('fails when the token may not be used', async () => {
    const { url } = await startServer((_request, response) => sendJson(response, 403, { error: 'account disabled' }));
    const updates = createClient({ baseUrl: url, auth: 'cot_1' }).liveUpdates();
    await assert.rejects(updates.next(), { code: 'forbidden', message: 'account disabled' });
  });
});

describe('changes', () => {
  const page = { items: [], cursor: 'c', more: false };
  const read = (url: string) => createClient({ baseUrl: url, auth: 'cot_1', maxRetries: 0 });

  it('changes() asks again with the same cursor while the service is away when it polls', async () => {
    const { url, requests } = await startServer((_request, response, count) => {
      if (count === 2) response.destroy();
      else if (count === 3) sendJson(response, 502, {});
      else if (count === 4) sendJson(response, 429, { error: 'too many requests' }, soon);
      else if (count === 5) sendJson(response, 500, { error: 'db unavailable' });
      else if (count === 7) sendJson(response, 401, { error: 'unauthorized' });
      else sendJson(response, 200, { ...page, cursor: `c${count}` });
    });
    const lost: string[] = [];
    const cursors: string[] = [];
    const following = async (): Promise<void> => {
      const onDisconnect = (error: unknown): void => void lost.push(String(error));
      for await (const { cursor } of read(url).changes({ pollEveryMs: 1, onDisconnect })) cursors.push(cursor);
    };
    await assert.rejects(following, { code: 'unauthenticated' });
    assert.deepEqual(cursors, ['c1', 'c6']);
    assert.deepEqual(lost, [
      'NoAnswerError: no answer',
      'ApiError: HTTP 502',
      'ApiError: too many requests',
      'ApiError: db unavailable',
    ]);
    assert.deepEqual(
      requests.map(({ url: path }) => new URL(path, url).searchParams.get('after')),
      [null, 'c1', 'c1', 'c1', 'c1', 'c1', 'c6'],
    );
  });

  it('changes() rejects while the service is away when it reads once', async () => {
    const { url } = await startServer((_request, response) => sendJson(response, 500, { error: 'db unavailable' }));
    await assert.rejects(read(url).changes().next(), { message: 'db unavailable' });
  });
});

describe('webhooks', () => {
  const key = randomBytes(24);
  const secret = `whsec_${key.toString('base64')}`;
  const now = Date.parse('2026-03-01T08:30:00Z');
  const body = JSON.stringify({ type: 'ticket_done', data: { ticket_id: 42, text: 'Zażółć 🔧' } });

  /** The headers of a webhook, signed without the code of the client. */
  function headersOf(
    text: string,
    { signedBy = key, at = now }: { signedBy?: Buffer; at?: number } = {},
  ): Record<string, string> {
    const timestamp = String(Math.floor(at / 1000));
    const signature = createHmac('sha256', signedBy).update(`msg_1.${timestamp}.${text}`).digest('base64');
    return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  }
  const rejects = (headers: Record<string, string>, text: string | Uint8Array = body, by: string | string[] = secret) =>
    assert.rejects(verifyWebhook(headers, text, by, { now }), WebhookError);

  describe('verifyWebhook', () => {
    it('returns what was signed, whatever holds the headers and the body', async () => {
      const headers = headersOf(body);
      const expected = { id: 'msg_1', timestamp: new Date(now), payload: JSON.parse(body) };
      assert.deepEqual(await verifyWebhook(headers, body, secret, { now }), expected);
      assert.deepEqual(await verifyWebhook(new Headers(headers), Buffer.from(body), secret, { now }), expected);
      const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
      assert.deepEqual(await verifyWebhook(upper, new TextEncoder().encode(body), key.toString('base64'), { now }), expected);
    });

    it('accepts the example of the Standard Webhooks specification', async () => {
      const headers = {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      };
      const example = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
      const { payload } = await verifyWebhook(headers, '{"test": 2432232314}', example, { now: 1_614_265_330_000 });
      assert.deepEqual(payload, { test: 2432232314 });
    });

    it('accepts one of several signatures and one of several secrets, while a secret is replaced', async () => {
      const other = randomBytes(32);
      const headers = headersOf(body);
      const both = { ...headers, 'webhook-signature': `v1a,abc v1,AAAA ${headers['webhook-signature']}` };
      await verifyWebhook(both, body, secret, { now });
      await verifyWebhook(headers, body, [`whsec_${other.toString('base64')}`, secret], { now });
    });

    it('refuses other bodies, secrets, ids and times, and missing or broken headers', async () => {
      const headers = headersOf(body);
      await rejects(headers, `${body} `);
      await rejects(headersOf(body, { signedBy: randomBytes(24) }));
      await rejects({ ...headers, 'webhook-id': 'msg_2' });
      await rejects({ ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) });
      for (const name of Object.keys(headers)) await rejects({ ...headers, [name]: '' });
      for (const signature of ['v1,', 'v1', 'v2,abc', 'v1,%%%', String(headers['webhook-signature']).replace('v1,', 'v1a,')]) {
        await rejects({ ...headers, 'webhook-signature': signature });
      }
      await rejects({ ...headers, 'webhook-timestamp': '1e9' });
      await rejects(headers, body, 'whsec_');
      await rejects(headers, body, 'whsec_%%%');
      await rejects(headers, body, []);
    });

    it('accepts five minutes of difference between the clocks, and not more', async () => {
      for (const minutes of [-5, 5]) await verifyWebhook(headersOf(body, { at: now + minutes * 60_000 }), body, secret, { now });
      for (const minutes of [-5.1, 5.1]) await rejects(headersOf(body, { at: now + minutes * 60_000 }));
    });
  });
});

const generatedFile = (name: string): string =>
  readFileSync(new URL(`../../clients/typescript/src/${name}`, import.meta.url), 'utf8');

it('the types of the client are those of docs/openapi.json', () => {
  // A comparison would print both texts.
  assert(generatedFile('operations.ts') === generateTypes(), 'npm run openapi writes them anew');
});

it('the operations that the client calls without a token are those of docs/openapi.json', () => {
  assert.equal(generatedFile('public-operations.ts'), generatePublicOperations());
});

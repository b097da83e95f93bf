import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { withErrorTable } from '../scripts/error-table.ts';
import { Admission } from '../src/platform/http/admission.ts';
import { constraintError } from '../src/platform/http/constraint-errors.ts';
import { allErrorCodes, type ErrorCode, errorCodes } from '../src/platform/http/error-codes.ts';
import { acceptsProblem } from '../src/platform/http/error-response.ts';
import { BearerTokens } from '../src/platform/security/bearer-tokens.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { multipartForm } from '../testing/photo-files.ts';
import { openPortal } from '../testing/portal-client.ts';

const problem = 'application/problem+json';
const fixtures = await Fixtures.create({ PORTAL_PROOF: 'true', CORS_ORIGINS: 'https://console.example.com' });
fixtures.now = new Date(); // sockets wait by the machine's clock
const { anna, boris, root, wanda } = fixtures;
const freeTicket = await fixtures.createTicket();
await fixtures.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = fixtures.app.server.address() as AddressInfo;

const folder = join(import.meta.dirname, '..');
const files = globSync('src/**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('error-codes.ts'));
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');
const sources = files.map(textOf).join('\n');

describe('the list of error codes', () => {
  it('has no code that nothing uses, and is written in lower case with underscores', () => {
    const quoted = new Set([...sources.matchAll(/'([a-z]\w*)'/g)].map(([, word = '']) => word));
    assert.deepEqual(
      allErrorCodes().filter((code) => !quoted.has(code) || !/^[a-z]+(_[a-z0-9]+)*$/.test(code)),
      [],
    );
  });

  it('is typed by status: only errors that pass a code on are made without the functions of errors.ts', () => {
    const allowed = [
      'src/platform/http/errors.ts',
      'src/platform/http/server.ts',
      'src/product/identity/passkeys/actions.ts',
      'src/product/places/import/read-in-thread.ts',
    ];
    assert.deepEqual(files.filter((file) => textOf(file).includes('new HttpError(')).sort(), allowed);
  });

  it('gives each fixed message one code, wherever it is thrown', () => {
    const thrown = [...sources.matchAll(/'(\w+)',\s+errorMessages\.(\w+)/g)];
    // The text `forbidden` names no condition.
    const codes = Map.groupBy(thrown, ([, , message = '']) => message)
      .entries()
      .filter(([message]) => message !== 'forbidden')
      .toArray();
    assert(codes.length > 60, `found ${codes.length}`);
    for (const [message, uses] of codes) assert.equal(new Set(uses.map(([, code]) => code)).size, 1, message);
  });

  it('has the code and the status of the error of each constraint', () => {
    const source = textOf('src/platform/http/constraint-errors.ts');
    const names = [...source.matchAll(/^ {2}(\w+): /gm)].map(([, name = '']) => name);
    assert(names.length > 20);
    for (const name of names) {
      const error = constraintError(name);
      assert(error && statusesOf(error.code).includes(error.status), name);
    }
    assert.deepEqual(
      ['projects_name', 'objects_name', 'worker_absences_order', 'tickets_client'].map((name) => constraintError(name)?.code),
      ['project_name_taken', 'object_name_taken', 'validation_failed', 'user_has_records'],
    );
  });

  it('is what docs/errors.md lists', () => {
    const written = textOf('docs/errors.md');
    assert(written === withErrorTable(), 'npm run openapi writes it anew');
  });
});

const statusesOf = (code: ErrorCode): readonly number[] => errorCodes[code].statuses;

describe('the header Accept', () => {
  for (const [accept, expected] of [
    [problem, true],
    ['application/json, application/problem+json', true],
    ['Application/Problem+JSON ; q=0.5', true],
    [`${problem};q=0`, false],
    [`${problem};q=0.000`, false],
    ['*/*', false],
    ['application/*', false],
    ['application/problem+json2', false],
    [undefined, false],
  ] as const) {
    it(`${accept} ${expected ? 'asks' : 'does not ask'} for problem details`, () =>
      assert.equal(acceptsProblem(accept), expected));
  }
});

interface Sent {
  who?: TestUser;
  method?: 'GET' | 'POST' | 'PATCH';
  url: string;
  body?: object | string;
  headers?: Record<string, string>;
}
interface Expected {
  status: number;
  code: ErrorCode;
  error: string;
  pointer?: string;
}

async function inject({ who, method = 'GET', url, body, headers = {} }: Sent, accept?: string) {
  const sent = {
    ...headers,
    ...(accept && { accept }),
    ...(who && { authorization: `Bearer ${await fixtures.accessTokenFor(who)}` }),
  };
  const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return fixtures.app.inject({ method, url, headers: sent, ...(payload !== undefined && { payload }) });
}

const problemOf = ({ status, code, error, pointer }: Expected) => ({
  type: `urn:callout:error:${code}`,
  title: errorCodes[code].cause.replaceAll('`', ''),
  status,
  detail: error,
  code,
  ...(pointer && { errors: [{ pointer, detail: error }] }),
});

const cases: [name: string, sent: Sent, expected: Expected][] = [
  [
    'a field that the schema refuses',
    {
      who: root,
      method: 'POST',
      url: '/users',
      body: { email: 'nobody', name: 'X', password: 'correct-horse-1', role: 'worker' },
    },
    { status: 400, code: 'validation_failed', error: 'email must be a valid email', pointer: '#/email' },
  ],
  [
    'a missing field',
    { who: wanda, method: 'POST', url: '/ext/password', body: { current: 'x' } },
    { status: 400, code: 'validation_failed', error: 'new is required', pointer: '#/new' },
  ],
  [
    'a parameter that is refused before the schema',
    { who: anna, url: '/tickets?limit=1&limit=2' },
    { status: 400, code: 'validation_failed', error: 'limit is given more than once', pointer: '#/limit' },
  ],
  [
    'a rule of the route',
    { who: root, method: 'POST', url: '/projects', body: { name: 'Unowned' } },
    { status: 400, code: 'validation_failed', error: 'client_id is required', pointer: '#/client_id' },
  ],
  [
    'a body that is no JSON',
    { who: anna, method: 'POST', url: '/projects', body: '{broken' },
    { status: 400, code: 'invalid_json', error: 'the body is not valid JSON' },
  ],
  [
    'a body that is too large',
    { who: anna, method: 'POST', url: '/projects', body: `"${'x'.repeat(70_000)}"` },
    { status: 400, code: 'body_too_large', error: 'Request body is too large' },
  ],
  [
    'a path that cannot be decoded',
    { url: '/tickets/%E0%A4%A' },
    { status: 400, code: 'malformed_url', error: "'/tickets/%E0%A4%A' is not a valid url component" },
  ],
  ['an unknown path', { url: '/nope' }, { status: 404, code: 'path_not_found', error: 'path not found' }],
  [
    'a request without a token',
    { url: '/tickets' },
    { status: 401, code: 'invalid_access_token', error: 'missing or invalid access token' },
  ],
  [
    'an operation for another role',
    { who: wanda, method: 'POST', url: '/projects', body: { name: 'X' } },
    { status: 403, code: 'role_not_allowed', error: 'not available to the role worker' },
  ],
  [
    'a constraint of the database',
    { who: anna, method: 'POST', url: '/projects', body: { name: 'Tower' } },
    { status: 409, code: 'project_name_taken', error: 'a project with this name already exists' },
  ],
  [
    'a missing ticket',
    { who: boris, url: '/tickets/999999' },
    { status: 404, code: 'ticket_not_found', error: 'ticket not found' },
  ],
  [
    'a hidden ticket, with the code of a missing one',
    { who: boris, url: `/tickets/${freeTicket}` },
    { status: 403, code: 'ticket_not_found', error: 'not your ticket' },
  ],
  [
    'a transition that the status refuses',
    { who: wanda, method: 'PATCH', url: `/tickets/${freeTicket}/done` },
    { status: 409, code: 'not_assigned_to_you', error: 'the ticket is not assigned to you' },
  ],
];

describe('answers over HTTP', () => {
  for (const [name, sent, expected] of cases) {
    it(`${name}: ${expected.status} ${expected.code}, as {error} and as problem details`, async () => {
      const plain = await inject(sent);
      assert.equal(plain.payload, JSON.stringify({ error: expected.error }));
      assert.equal(plain.headers['content-type'], 'application/json; charset=utf-8');
      const asked = await inject(sent, `application/json, ${problem}`);
      assert.equal(asked.headers['content-type'], `${problem}; charset=utf-8`);
      assert.deepEqual(asked.json(), problemOf(expected));
      for (const { statusCode, headers } of [plain, asked]) {
        assert.deepEqual([statusCode, headers['error-code']], [expected.status, expected.code]);
        assert.match(String(headers.vary), /(^|, )Accept$/);
      }
    });
  }

  it('Vary keeps the headers that the answer depends on as well', async () => {
    const { headers } = await inject({ url: '/nope', headers: { origin: 'https://console.example.com' } });
    assert.equal(headers.vary, 'Origin, Accept');
    assert.match(String(headers['access-control-expose-headers']), /\bError-Code\b/);
  });

  it('an import tells in both bodies which rows are wrong', async () => {
    const sent: Sent = { who: anna, method: 'POST', url: '/ext/import/objects', body: 'project,name,address\nTower,,Street 1\n' };
    const rows = [{ row: 2, ok: false, error: 'name is required', column: 'name' }];
    const expected = { status: 400, code: 'import_rows_invalid', error: '1 of 1 rows cannot be imported' } as const;
    const plain = await inject(sent);
    assert.equal(plain.payload, JSON.stringify({ error: expected.error, rows }));
    assert.equal(plain.headers['error-code'], expected.code);
    assert.deepEqual((await inject(sent, problem)).json(), { ...problemOf(expected), rows });
  });

  it('an answer that is repeated for an Idempotency-Key has the code of the first one', async () => {
    const sent: Sent = {
      who: anna,
      method: 'POST',
      url: '/projects',
      body: { name: 'Tower' },
      headers: { 'idempotency-key': 'codes' },
    };
    const [first, second] = [await inject(sent, problem), await inject(sent, problem)];
    assert.equal(second.headers['idempotency-replayed'], 'true');
    for (const { headers } of [first, second]) {
      assert.deepEqual(
        [headers['error-code'], headers['content-type'], headers.vary],
        ['project_name_taken', `${problem}; charset=utf-8`, 'Origin, Accept'],
      );
    }
    assert.equal(second.payload, first.payload);
    const other = await inject({ ...sent, body: { name: 'Other' } }, problem);
    assert.equal(other.json().code, 'idempotency_key_reused');
  });

  it('the limit of sign-ins is 429 with a code and Retry-After', async () => {
    const sent: Sent = { method: 'POST', url: '/auth/login', body: { email: 'nobody@example.com', password: 'x' } };
    for (let i = 0; i < 10; i++) assert.equal((await inject(sent)).headers['error-code'], 'invalid_credentials');
    const { statusCode, headers, payload } = await inject(sent, problem);
    assert.deepEqual(
      [statusCode, headers['error-code'], JSON.parse(payload).code],
      [429, 'too_many_attempts', 'too_many_attempts'],
    );
    assert(Number(headers['retry-after']) > 0);
  });
});

describe('pages of portals', () => {
  it('carry the code, and are problem details for programs that ask for them', async () => {
    const url = '/r/AAAAAAAAAAAAAAAAAAAAAA';
    const page = await inject({ url }, 'text/html');
    assert.deepEqual([page.statusCode, page.headers['error-code']], [404, 'portal_not_found']);
    assert.match(String(page.headers['content-type']), /^text\/html/);
    assert.match(page.payload, /^<!doctype html>/);
    assert.equal(page.headers.vary, 'Origin, Accept, Accept-Language');
    const asked = await inject({ url }, problem);
    assert.deepEqual(asked.json(), problemOf({ status: 404, code: 'portal_not_found', error: 'portal not found' }));
  });

  it('show what is wrong with a form, by its code', async () => {
    const url = `/r/${await openPortal(fixtures, anna, fixtures.lobby)}`;
    const { body, headers } = multipartForm([
      { field: 'text', bytes: 'The lamp is dark' },
      { field: 'photo', name: 'lamp.jpg', bytes: 'no photo' },
    ]);
    const { statusCode, headers: answered, payload } = await fixtures.app.inject({ method: 'POST', url, headers, payload: body });
    assert.deepEqual([statusCode, answered['error-code']], [400, 'not_a_photo']);
    assert.match(payload, /photo/);
  });
});

describe('answers below the framework', () => {
  const sendRaw = (bytes: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    return text(socket);
  };
  const long = `x: ${'x'.repeat(20_000)}`;
  const stalled = 'content-length: 100';

  for (const [name, line, header, expected] of [
    ['malformed headers', 'GET /ping HTTP/1.1', 'bad header', { status: 400, code: 'malformed_request', error: 'bad request' }],
    [
      'headers that are too long',
      'GET /ping HTTP/1.1',
      long,
      { status: 431, code: 'headers_too_large', error: 'request header fields too large' },
    ],
    ['a tunnel', 'CONNECT x:443 HTTP/1.1', 'x: y', { status: 404, code: 'path_not_found', error: 'not found' }],
    [
      'a body that does not come',
      'POST /auth/reset-password HTTP/1.1',
      stalled,
      { status: 408, code: 'request_timeout', error: 'request timeout' },
    ],
  ] as const) {
    it(`${name}: ${expected.status} ${expected.code}, as {error} and as problem details`, { timeout: 30_000 }, async () => {
      Object.assign(fixtures.app.server, { requestTimeout: 400, headersTimeout: 200 });
      for (const accept of ['*/*', problem]) {
        const [head = '', body = ''] = (await sendRaw(`${line}\r\nhost: x\r\naccept: ${accept}\r\n${header}\r\n\r\n`)).split(
          '\r\n\r\n',
        );
        assert.match(head, new RegExp(`^HTTP/1\\.1 ${expected.status} `));
        assert.match(head, new RegExp(`^error-code: ${expected.code}\\r?$`, 'im'));
        assert.match(head, /^vary: Accept\r?$/im);
        assert.deepEqual(JSON.parse(body), accept === problem ? problemOf(expected) : { error: expected.error });
      }
    });
  }

  it('requests that are refused because too many wait: 503 overloaded, as {error} and as problem details', async () => {
    const expected: Expected = { status: 503, code: 'overloaded', error: 'too many requests are under way, try again later' };
    for (const accept of [undefined, problem]) {
      const admission = new Admission(fixtures.deps, new BearerTokens([]));
      const refused = await new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve) => {
        const written = { status: 0, headers: {} };
        const response = {
          writeHead: (status: number, headers: object) => Object.assign(written, { status, headers }),
          end: (body: string) => resolve({ ...written, body }),
        };
        const request = { url: '/ping', headers: { accept }, socket: { remoteAddress: '203.0.113.1' } };
        for (let i = 0; i < 3_010; i++)
          admission.admit(request as unknown as IncomingMessage, response as unknown as ServerResponse, () => {});
      });
      assert.deepEqual([refused.status, refused.headers['error-code'], refused.headers['retry-after']], [503, 'overloaded', '1']);
      assert.deepEqual(JSON.parse(refused.body), accept ? problemOf(expected) : { error: expected.error });
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures } from '../../testing/fixtures.ts';
import { assertEnvelope } from './anonymous-client.ts';
import { filled, hasUuid, isCredential, type Method, operations, type Sample, samplesOf, send } from './operations.ts';

// What no field, parameter and id of any operation accepts: values of another type, text that PostgreSQL cannot store, numbers
// beyond their column, nesting that a recursive reader does not survive, text that a regular expression backtracks over, and
// keys that reach the prototype of all objects. Each is 400 with the envelope before any statement, and none is a 500.

const fixtures = await Fixtures.create();
const { root, anna, wanda, ivan, tower, lobby } = fixtures;
const rule = {
  anchor_at: '2026-04-01T08:00:00Z',
  category: 'other',
  description: 'Check the lift',
  period_days: 7,
  object_id: lobby,
};
const line = { kind: 'labour', text: 'Replace the ballast', quantity: '1.5', unit_price: 4500 };

const beyond = ['2147483648', '4294967296', '9007199254740993', '9223372036854775808', '18446744073709551616', '9'.repeat(400)];
const noInteger = [
  ...['0', '00', '-1', '-2147483649', '+1', '1.0', '1.5', '1e3', '1E400', '0x10', '0b1', '0o7', '1_000', '1,000', '%201', '1%20'],
  ...['١', '１', '²', 'NaN', 'Infinity', '-Infinity', 'null', 'undefined', 'true', '%5B1%5D', '1;', "1'"],
];
const prototypeNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', 'isPrototypeOf'];
const nested = (open: string, close: string, depth: number, core = ''): string =>
  `${open.repeat(depth)}${core}${close.repeat(depth)}`;

function assertCleanPrototype(): void {
  const plain: Record<string, unknown> = {};
  for (const key of ['polluted', 'is_active', 'role', 'isAdmin', 'limit'])
    assert.equal(plain[key], undefined, `every object has ${key} now`);
  assert.deepEqual(Object.keys(Object.prototype), []);
}

describe('fields of bodies', async () => {
  // What is refused uses none of them up.
  const samples = await samplesOf(fixtures);

  /** Sends each sample with each of its fields replaced by JSON texts, which must all be refused. */
  async function assertRefused(textsFor: (value: unknown, sample: Sample, field: string) => string[]): Promise<void> {
    let fields = 0;
    for (const sample of samples) {
      for (const [field, value] of Object.entries(sample.body)) {
        const texts = textsFor(value, sample, field);
        if (texts.length > 0) fields++;
        for (const text of texts) {
          const body = JSON.stringify({ ...sample.body, [field]: '@' }).replace('"@"', () => text);
          assertEnvelope(await send(fixtures, sample, body), 400, `${sample.operation} ${field} ${text.slice(0, 80)}`);
        }
      }
    }
    assert(fields > 0);
  }
  const json = (values: unknown[]): string[] => values.map((value) => JSON.stringify(value));

  it('every operation with a JSON object as body has a sample', () => {
    const withBody = operations.flatMap(({ method, path, hasFields }) => (hasFields ? [`${method} ${path}`] : []));
    assert.deepEqual(samples.map(({ operation }) => operation).sort(), withBody.sort());
  });

  it('no field accepts NUL and lone surrogates', async () => {
    await assertRefused((value) => {
      if (typeof value !== 'string') return [];
      const inside = `${value.slice(0, 3)}\udc00\ud800${value.slice(3)}`;
      return json([`${value}\0`, `\ude00${value}`, inside]);
    });
    const recurring = { anchor_at: '2026-04-01T08:00:00Z\0', period_days: 7 };
    const ticket = { category: 'other', description: 'The lamp is dark', object_id: lobby };
    assertEnvelope(await fixtures.call(anna, 'POST', '/tickets', { ...ticket, recurring }), 400);
  });

  it('no field accepts a number beyond the range of its column', async () => {
    const numbers = [
      '0',
      '-1',
      '1.5',
      '1e400',
      '-1e400',
      '2147483648',
      '9007199254740993',
      '9223372036854775808',
      '1e300',
      '5e-324',
    ];
    // They have a column of their own width, and may be 0.
    const ofAmounts = ['0', '2147483648'];
    // An id that names nothing is missing, everything else is malformed.
    for (const sample of samples)
      for (const [field, value] of Object.entries(sample.body)) {
        if (typeof value !== 'number') continue;
        const isAmount = ['unit_price', 'approval_limit'].includes(field);
        for (const number of numbers) {
          if (isAmount && ofAmounts.includes(number)) continue;
          const body = JSON.stringify({ ...sample.body, [field]: '@' }).replace('"@"', number);
          const { status } = await send(fixtures, sample, body);
          assert([400, 404].includes(status), `${sample.operation} ${field} ${number}: ${status}`);
        }
      }
  });

  it('no field accepts a deeply nested value', async () => {
    await assertRefused(() => [nested('[', ']', 20_000), nested('{"a":', '}', 9_000, '1')]);
  });

  // The timeout is far above what refusing takes, and far below what a pattern needs that backtracks over 60,000 letters.
  it('no field accepts 60,000 letters made for catastrophic backtracking', { timeout: 180_000 }, async () => {
    const traps = [
      ...[`${'a.'.repeat(30_000)}@`, `x@${'a-'.repeat(29_000)}`, `x${' '.repeat(60_000)}x`],
      `2026-01-01T00:00:00.${'0'.repeat(60_000)}Z`,
    ];
    await assertRefused((value, sample, field) => (typeof value === 'string' && !isCredential(sample, field) ? json(traps) : []));
  });

  it('no operation accepts a __proto__ or constructor.prototype key at any depth', async () => {
    const poison = '{"polluted":true,"is_active":false,"role":"admin"}';
    const additions = [
      ...[`"__proto__":${poison}`, `"\\u005f_proto__":${poison}`, '"__proto__":null', '"__proto__":[]'],
      ...[`"constructor":{"prototype":${poison}}`, `"x":{"__proto__":${poison}}`, `"x":[[{"__proto__":${poison}}]]`],
      `"x":{"constructor":{"prototype":${poison}}}`,
    ];
    // The parser of all bodies refuses them: each operation with one of them is enough.
    for (const [i, sample] of samples.entries()) {
      const addition = additions[i % additions.length];
      const body = JSON.stringify(sample.body).replace(/}$/, `,${addition}}`);
      assertEnvelope(await send(fixtures, sample, body), 400, `${sample.operation} ${addition}`);
    }
    for (const addition of additions) {
      const from = { 'x-forwarded-for': '192.0.2.1' };
      assertEnvelope(await fixtures.call(undefined, 'POST', '/auth/logout', `{${addition}}`, from), 400, addition);
    }
    assertCleanPrototype();
  });

  it('unknown fields are ignored, however deep and whatever their names', async () => {
    const strange = [
      ...[...prototypeNames.slice(2), '__defineGetter__', '__proto', '__proto__ ', 'toJSON', 'then'].map(
        (name) => `"${name}":"x"`,
      ),
      ...['"x\\u0000":"\\u0000"', '"\\ud800":1', `"deep":${nested('[', ']', 5_000)}`, `"long":${'9'.repeat(20_000)}`],
      ...Array.from({ length: 1_000 }, (_, i) => `"f${i}":${i}`),
    ];
    for (const sample of await samplesOf(fixtures)) {
      const body = JSON.stringify(sample.body).replace(/}$/, `,${strange.join()}}`);
      assert.equal((await send(fixtures, sample, body)).status, sample.status, sample.operation);
    }
    assertCleanPrototype();
    // Without the field of its own, none is inherited.
    for (const body of ['{"toString":"x"}', '{}', '{"constructor":"x"}'])
      assertEnvelope(await fixtures.call(anna, 'PATCH', `/projects/${tower}`, body), 400);
  });
});

describe('parameters of queries', async () => {
  const hook = { url: 'https://hooks.example.com/callout', events: ['report_received'] };
  const { body: webhook } = await fixtures.call(root, 'POST', '/ext/webhooks', hook);
  const { body: made } = await fixtures.call(anna, 'POST', '/recurring', rule);
  const { body: lift } = await fixtures.call(anna, 'POST', `/ext/objects/${lobby}/equipment`, { name: 'Lift' });
  const ticket = await fixtures.createTicketWithStatus('done');
  const { body: cost } = await fixtures.call(root, 'POST', `/ext/tickets/${ticket}/costs`, line);
  const required: Record<string, string[]> = {
    '/ext/users': [`ids=${wanda.id}`],
    '/ext/tickets/deadlines': [`ids=${ticket}`],
    '/ext/recurring/calendar': ['from=2026-03-01T00:00:00Z', 'to=2026-04-01T00:00:00Z'],
  };
  const ask = (method: Method, path: string, query: string) => {
    const ids: Record<string, string | number> = {
      ...{ tickets: ticket, recurring: made.id, webhooks: webhook.id, equipment: lift.id, costs: cost.id, objects: lobby },
    };
    const id = ids[/\/(\w+)\/\{id\}/.exec(path)?.[1] ?? ''] ?? (hasUuid(path) ? wanda.id : tower);
    const url = filled(path, { id: String(id) });
    const others = (required[path] ?? []).filter((each) => !query.startsWith(`${each.split('=')[0]}=`));
    return fixtures.call(path === '/invitations' ? ivan : root, method, `${url}?${[...others, query].join('&')}`);
  };
  const get = (path: string, query: string) => ask('GET', path, query);
  const parameters = operations.flatMap(({ method, path, query }) => query.map((name) => ({ method, path, name })));
  const lists = operations
    .filter(({ query }) => ['limit', 'offset'].every((wanted) => query.includes(wanted)))
    .map(({ path }) => path);
  /** Any text is looked for. */
  const isText = (name: string): boolean => ['q', 'subject_id', 'tag', 'queue', 'reference'].includes(name);

  it('no parameter accepts NUL and invalid UTF-8, and none may come twice under another spelling', async () => {
    assertEnvelope(await get('/users', 'role=worker&r%6fle=admin'), 400);
    for (const { method, path, name } of parameters)
      for (const text of ['%00', 'name%00', '%ed%a0%80']) {
        const { status } = await ask(method, path, `${name}=${text}`);
        // What is no UTF-8 is read as the sign for that: a letter like any other.
        const wanted = isText(name) && !text.includes('%00') ? [200, 400] : [400];
        assert(wanted.includes(status), `${path} ${name}=${text}: ${status}`);
      }
  });

  it('no parameter accepts the name of a property of all objects, and no long text is a 500', async () => {
    for (const { method, path, name } of parameters) {
      if (method !== 'GET') continue;
      for (const word of isText(name) ? [] : prototypeNames.slice(0, 3)) {
        const { status } = await get(path, `${name}=${word}`);
        assert([400, 404].includes(status), `${path} ${name}=${word}: ${status}`);
      }
      assert((await get(path, `${name}=${'a'.repeat(10_000)}`)).status < 500, `${path} ${name}`);
    }
  });

  it('unknown parameters are ignored, however nested, many or long', async () => {
    for (const query of [
      ...['__proto__[polluted]=1', '__proto__.polluted=1', 'constructor[prototype][polluted]=1', '__proto__=1'],
      ...['x[__proto__][polluted]=1', '__proto__[limit]=1', 'hasOwnProperty=1', 'toString=x&valueOf=y'],
      ...[`limit${'[a]'.repeat(2_000)}=1`, `${'['.repeat(4_000)}=1`, `x=${'%5B'.repeat(3_000)}`],
      ...['&'.repeat(8_000), '='.repeat(8_000)],
      Array.from({ length: 2_000 }, (_, i) => `p${i}=1`).join('&'),
    ])
      assert.equal((await get('/tickets', query)).status, 200, query.slice(0, 40));
    assertCleanPrototype();
  });

  it('limit and offset are integers in their range, and the last page is empty', async () => {
    assert(lists.length >= 9);
    for (const value of [...noInteger, ...beyond, '101', ''])
      assertEnvelope(await get('/tickets', `limit=${value}`), 400, `limit=${value.slice(0, 30)}`);
    for (const value of [...noInteger.filter((each) => !/^0+$/.test(each)), '9007199254740993', '9'.repeat(400), '', '-0'])
      assertEnvelope(await get('/tickets', `offset=${value}`), 400, `offset=${value.slice(0, 30)}`);
    for (const path of lists) {
      const { status, body } = await get(path, 'limit=100&offset=9007199254740991');
      assert.deepEqual([status, body.items ?? body.hashes], [200, []], path);
    }
    for (const who of [root, anna, wanda])
      for (const offset of ['2147483648', '4294967296', '9007199254740991']) {
        const { status, body } = await fixtures.call(who, 'GET', `/tickets?limit=100&offset=${offset}`);
        assert.deepEqual([status, body.items, body.offset], [200, [], Number(offset)]);
        assert(body.total > 0);
      }
  });

  it('an id filter beyond the range of its column returns an empty list, and one that is not an integer returns 400', async () => {
    for (const [path, name] of [
      ['/tickets', 'project_id'],
      ['/tickets', 'object_id'],
      ['/recurring', 'project_id'],
    ] as const) {
      for (const id of beyond) {
        const { status, body } = await get(path, `${name}=${id}`);
        assert.deepEqual([status, body.total, body.items], [200, 0, []], `${path} ${name}`);
      }
      for (const id of noInteger) assertEnvelope(await get(path, `${name}=${id}`), 400, `${name}=${id}`);
    }
  });

  it('a date filter returns 400 unless it is a calendar date, and the first and last dates return 200', async () => {
    for (const name of ['date_from', 'date_to'])
      for (const day of [
        ...['2026-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '2026-04-31', '2026-1-1', '26-01-01', '20260101'],
        ...['12026-01-01', '-2026-01-01', '2026-01-01T00:00:00Z', '2026-01-01 ', '0', 'today', 'infinity', '-infinity'],
        ...['epoch', 'now', '9'.repeat(400)],
      ])
        assertEnvelope(await get('/tickets', `${name}=${encodeURIComponent(day)}`), 400, `${name}=${day}`);
    const { total } = (await get('/tickets', 'limit=1')).body;
    assert(total > 0);
    for (const day of ['0000-01-01', '0001-01-01', '2024-02-29', '9999-12-31']) {
      const isPast = day < '2026';
      const [from, to] = [await get('/tickets', `date_from=${day}`), await get('/tickets', `date_to=${day}`)];
      assert.deepEqual([from.status, from.body.total], [200, isPast ? total : 0], `date_from=${day}`);
      assert.deepEqual([to.status, to.body.total], [200, isPast ? 0 : total], `date_to=${day}`);
    }
  });
});

describe('ids in paths', () => {
  // Public operations with an id have signed links, which are checked first.
  const withIds = operations.filter(({ path, isPublic }) => path.includes('{id}') && !isPublic);
  const callerOf = ({ path, method }: { path: string; method: string }) => {
    if ((path.includes('invitation') && !path.startsWith('/ext/users')) || /\/(take|start|done|hand-back|on-my-way)$/.test(path))
      return wanda;
    if (method === 'POST' && path === '/ext/tickets/{id}/reports') return wanda;
    if (/\/(confirm|reject)$/.test(path) && path.startsWith('/tickets')) return anna;
    if (/\/quotes\/\{id\}\/(approve|decline)$/.test(path)) return anna;
    return method === 'POST' && path === '/tickets' ? anna : root;
  };
  // Valid for each operation that needs a body.
  const bodies = {
    ...{ text: 'Key at the porter', reason: 'access', worker_id: wanda.id, name: 'Nothing', address: 'Hill street 1' },
    ...{ description: 'Nothing there', timezone: 'UTC', take_within_minutes: {}, finish_within_minutes: {} },
    ...{ due_at: '2030-01-01T08:00:00Z', from: '2030-01-01T08:00:00Z', to: '2030-01-02T08:00:00Z', notify: true },
    ...{ checklist_id: 1, answers: { [crypto.randomUUID()]: true } },
    ...{ rrule: 'FREQ=DAILY', starts_on: '2030-01-01', time: '08:00', tags: [] },
    ...{ ...line, title: 'Plan', lines: [line], currency: 'EUR', approval_limit: null, equipment_id: 1, mail: false },
  };
  const others: Record<string, object> = { links: { ticket_id: 1, kind: 'related' }, snippets: { kind: 'comment' } };
  /** @param every each operation gets one of so many ids, another part each */
  const assertStatus = async (status: number, ids: string[], hasUuids: boolean, every = 1): Promise<void> => {
    const times = { from: bodies.from, to: bodies.to };
    const windows = [times, { ...times, to: '2030-01-01T10:00:00Z' }];
    const some = withIds.filter(({ path }) => hasUuid(path) === hasUuids);
    assert(some.length > 10);
    for (const [n, operation] of some.entries())
      for (const id of ids.filter((_, i) => i % every === n % every)) {
        const url = filled(operation.path, { id });
        const body = { ...bodies, windows, ...others[/links$|snippets/.exec(operation.path)?.[0] ?? ''] };
        const answer = await fixtures.call(callerOf(operation), operation.method, url, body);
        assertEnvelope(answer, status, `${operation.method} ${operation.path} ${id.slice(0, 30)}`);
      }
  };

  it('an integer id beyond the range of its column returns 404', async () => {
    await assertStatus(404, ['2147483647', ...beyond], false);
    const ticket = await fixtures.createTicket();
    for (const id of beyond) assert.equal((await fixtures.call(root, 'DELETE', `/tickets/${ticket}/photos/${id}`)).status, 404);
  });

  it('an id that is not a positive integer or cannot be decoded returns 400', async () => {
    const encoded = [
      ...['1%2Fevents', '1%2f..%2f1', '%2e%2e%2fusers', '1%2E', '1%00', '%00'],
      ...['%', '%zz', '%ff', '%c0%ae', '%ed%a0%80'],
    ];
    // All are patterns of one schema: each operation with a part of them is enough.
    await assertStatus(400, [...noInteger, ...encoded, ...prototypeNames], false, 4);
    for (const id of noInteger) assert.equal((await fixtures.call(root, 'DELETE', `/tickets/1/photos/${id}`)).status, 400, id);
  });

  it('an account id that is not a complete UUID returns 400', async () => {
    const half = wanda.id.slice(0, -1);
    const ids = [
      ...['1', '0', 'x', half, `${wanda.id}0`, `{${wanda.id}}`, wanda.id.replaceAll('-', ''), `${half}g`, `urn:uuid:${wanda.id}`],
      ...['9'.repeat(400), `${wanda.id}\0`],
    ];
    await assertStatus(400, ids.map(encodeURIComponent), true, 4);
    assert.equal((await fixtures.call(root, 'PATCH', `/users/${wanda.id.toUpperCase()}`, { is_active: true })).status, 200);
  });
});

it('all other Unicode text is returned as it was sent', async () => {
  for (const name of [
    'Übergröße 東京',
    '👩‍🔧 lift',
    '\u{10FFFF}\uFFFD\uFFFE',
    'e\u0301 is not \u00e9',
    '\u202eright to left\u202c',
    'line\nbreak\ttab',
    '\u0001\u001b[31mred\u007f',
    'a"b\\c</script>',
    "Robert'); drop table users;--",
    '%00 \\0 \\u0000 &#0;',
    '$\u007b7*7} {{7*7}} <%= 7 %>',
    '=cmd|" /C calc"!A0', // files of lists escape it: exports.test.ts
  ]) {
    const { status, body, headers } = await fixtures.call(anna, 'POST', '/projects', { name });
    assert.deepEqual([status, body.name, headers['x-content-type-options']], [201, name, 'nosniff']);
  }
});

it('period_days accepts 1 to 3650, with anchors from the first to the last year', async () => {
  const make = (fields: object) => fixtures.call(anna, 'POST', '/recurring', { ...rule, ...fields });
  for (const anchor_at of [
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '2024-02-29T23:59:59+23:59',
    '1970-01-01T00:00:00-23:59',
  ])
    for (const period_days of [1, 3650]) {
      const { status, body } = await make({ anchor_at, period_days });
      assert.equal(status, 201, `${anchor_at} ${JSON.stringify(body)}`);
      assert.match(body.next_run_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.equal((await fixtures.call(anna, 'GET', `/recurring/${body.id}`)).status, 200);
      assert.equal((await fixtures.call(anna, 'GET', `/ext/recurring/${body.id}/next-run`)).status, 200);
      assert([201, 409].includes((await fixtures.call(anna, 'POST', `/recurring/${body.id}/run`)).status));
      const last = { period_days: 3650, anchor_at: '9999-12-31T00:00:00Z' };
      assert.equal((await fixtures.call(anna, 'PATCH', `/recurring/${body.id}`, last)).status, 200);
    }
  for (const anchor_at of [
    ...['0001-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59', '0000-06-01T00:00:00Z', '10000-01-01T00:00:00Z'],
    ...['+010000-01-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-01-01T24:00:00Z', '2026-01-01T23:59:60Z', '2026-01-01T00:00:00'],
    ...['2026-01-01', '2026-01-01T00:00:00+24:00', '2026-01-01T00:00:00.1234567890Z', 'infinity', 'now', '1e10'],
  ])
    assertEnvelope(await make({ anchor_at }), 400, anchor_at);
  assert.equal((await fixtures.call(anna, 'GET', '/recurring?limit=100&sort=date')).status, 200);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures } from '../../testing/fixtures.ts';
import { assertEnvelope } from './anonymous-client.ts';
import { filled, hasUuid, operationsOf, samplesOf, send } from './operations.ts';

// A number that does not fit its column, such as 2147483648 in four bytes, is an error of the database and often a 500. Here an
// id beyond its column is 404, and a number beyond its range or a date that does not exist is 400, before any statement.

const fixtures = await Fixtures.create();
const { anna, root, wanda, ivan, tower, lobby } = fixtures;
const operations = operationsOf(fixtures);
const hook = { url: 'https://hooks.example.com/callout', events: ['report_received'] };
const { body: webhook } = await fixtures.call(root, 'POST', '/ext/webhooks', hook);
const beyond = ['2147483648', '4294967296', '9007199254740993', '9223372036854775808', '18446744073709551616', '9'.repeat(400)];
const noInteger = [
  '0',
  '00',
  '-1',
  '-2147483649',
  '+1',
  '1.0',
  '1.5',
  '1e3',
  '1E400',
  '0x10',
  '0b1',
  '0o7',
  '1_000',
  '1,000',
  '%201',
  '1%20',
  '١',
  '１',
  '²',
  'NaN',
  'Infinity',
  '-Infinity',
  'null',
  'undefined',
  'true',
  '%5B1%5D',
  '1;',
  "1'",
];
const personOf = ({ path, method }: { path: string; method: string }) => {
  if (path.includes('invitation') || /\/(take|start|done|hand-back)$/.test(path)) return wanda;
  if (/\/(confirm|reject)$/.test(path) && path.startsWith('/tickets')) return anna;
  return method === 'POST' && path === '/tickets' ? anna : root;
};
const bodies = {
  text: 'Key at the porter',
  reason: 'nothing there',
  worker_id: wanda.id,
  name: 'Nothing',
  address: 'Hill street 1',
  description: 'Nothing there',
  timezone: 'UTC',
  take_within_minutes: {},
  finish_within_minutes: {},
  due_at: '2030-01-01T08:00:00Z',
  to: '2030-01-02T08:00:00Z',
};

describe('ids in paths', () => {
  const withIds = operations.filter(({ path }) => path.includes('{') && !path.includes('{token}') && !hasUuid(path));

  it('an integer id beyond the range of its column returns 404', async () => {
    // The public ones have signed links, which are checked first.
    const withTokens = withIds.filter(({ isPublic }) => !isPublic);
    assert(withTokens.length > 20 && withTokens.length >= withIds.length - 3);
    for (const operation of withTokens) {
      const { method, path } = operation;
      for (const id of ['2147483647', ...beyond]) {
        const answer = await fixtures.call(personOf(operation), method, filled(path, { id }), bodies);
        assertEnvelope(answer, 404, `${method} ${path} ${id.slice(0, 30)}`);
      }
    }
    const ticket = await fixtures.createTicket();
    for (const id of beyond) assert.equal((await fixtures.call(root, 'DELETE', `/tickets/${ticket}/photos/${id}`)).status, 404);
  });

  it('an id that is not a positive integer returns 400', async () => {
    for (const operation of withIds) {
      const { method, path } = operation;
      for (const id of noInteger)
        assertEnvelope(
          await fixtures.call(personOf(operation), method, filled(path, { id }), bodies),
          400,
          `${method} ${path} ${id}`,
        );
    }
    for (const id of noInteger) assert.equal((await fixtures.call(root, 'DELETE', `/tickets/1/photos/${id}`)).status, 400, id);
  });

  it('an account id that is not a complete UUID returns 400', async () => {
    const half = wanda.id.slice(0, -1);
    for (const { method, path } of operations.filter(({ path: each }) => hasUuid(each)))
      for (const id of [
        '1',
        '0',
        'x',
        half,
        `${wanda.id}0`,
        `{${wanda.id}}`,
        wanda.id.replaceAll('-', ''),
        `${half}g`,
        `urn:uuid:${wanda.id}`,
        '9'.repeat(400),
      ]) {
        if (path === '/users') continue;
        assertEnvelope(
          await fixtures.call(root, method, filled(path, { id: encodeURIComponent(id) }), bodies),
          400,
          `${method} ${path} ${id}`,
        );
      }
    assert.equal((await fixtures.call(root, 'PATCH', `/users/${wanda.id.toUpperCase()}`, { is_active: true })).status, 200);
  });
});

describe('query parameters', () => {
  const send = (path: string, query: string) => {
    const required = path === '/ext/users' ? `ids=${wanda.id}&` : '';
    const id = path.startsWith('/ext/webhooks') ? webhook.id : hasUuid(path) ? wanda.id : String(tower);
    return fixtures.call(path === '/invitations' ? ivan : root, 'GET', `${filled(path, { id })}?${required}${query}`);
  };
  const lists = operations.filter(({ query }) => query.some(({ name }) => name === 'limit'));
  const rule = {
    anchor_at: '2026-04-01T08:00:00Z',
    category: 'other',
    description: 'Check the lift',
    period_days: 7,
    object_id: lobby,
  };

  it('limit and offset return 400 unless they are integers in their range', async () => {
    await fixtures.createTicket();
    await fixtures.call(anna, 'POST', '/recurring', rule);
    assert(lists.length >= 9);
    for (const { path } of lists) {
      if (path.includes('/recurring/{id}') || path.includes('/tickets/{id}')) continue; // there is none with the id of the project
      for (const value of [...noInteger, ...beyond, '101', ''])
        assertEnvelope(await send(path, `limit=${value}`), 400, `${path} limit=${value.slice(0, 30)}`);
      for (const value of [...noInteger.filter((each) => !/^0+$/.test(each)), '9007199254740993', '9'.repeat(400), '', '-0'])
        assertEnvelope(await send(path, `offset=${value}`), 400, `${path} offset=${value.slice(0, 30)}`);
    }
  });

  it('an offset up to the largest safe integer returns an empty page with the total', async () => {
    for (const who of [root, anna, wanda])
      for (const offset of ['2147483648', '4294967296', '9007199254740991']) {
        const { status, body } = await fixtures.call(who, 'GET', `/tickets?limit=100&offset=${offset}`);
        assert.deepEqual([status, body.items, body.offset], [200, [], Number(offset)]);
        assert(body.total > 0);
      }
    for (const { path } of lists.filter((each) => !each.path.includes('/tickets/') && !each.path.includes('/recurring/'))) {
      const { status, body } = await send(path, 'limit=100&offset=9007199254740991');
      assert.deepEqual([status, body.items], [200, []], path);
    }
  });

  it('an id filter beyond the range of its column returns an empty list, and one that is not an integer returns 400', async () => {
    for (const [path, name] of [
      ['/tickets', 'project_id'],
      ['/tickets', 'object_id'],
      ['/recurring', 'project_id'],
    ] as const) {
      for (const id of beyond) {
        const { status, body } = await send(path, `${name}=${id}`);
        assert.deepEqual([status, body.total, body.items], [200, 0, []], `${path} ${name}`);
      }
      for (const id of noInteger) assertEnvelope(await send(path, `${name}=${id}`), 400, `${name}=${id}`);
    }
  });

  it('a date filter returns 400 unless it is a calendar date, and the first and last dates return 200', async () => {
    for (const name of ['date_from', 'date_to']) {
      for (const day of [
        '2026-02-29',
        '2026-13-01',
        '2026-00-10',
        '2026-01-00',
        '2026-04-31',
        '2026-1-1',
        '26-01-01',
        '20260101',
        '12026-01-01',
        '-2026-01-01',
        '2026-01-01T00:00:00Z',
        '2026-01-01 ',
        '0',
        'today',
        'infinity',
        '-infinity',
        'epoch',
        'now',
        '9'.repeat(400),
      ])
        assertEnvelope(await send('/tickets', `${name}=${encodeURIComponent(day)}`), 400, `${name}=${day}`);
    }
    const { body: all } = await send('/tickets', 'limit=1');
    assert(all.total > 0);
    for (const day of ['0000-01-01', '0001-01-01', '2024-02-29', '9999-12-31']) {
      const isPast = day < '2026';
      const [from, to] = [await send('/tickets', `date_from=${day}`), await send('/tickets', `date_to=${day}`)];
      assert.deepEqual([from.status, from.body.total], [200, isPast ? all.total : 0], `date_from=${day}`);
      assert.deepEqual([to.status, to.body.total], [200, isPast ? 0 : all.total], `date_to=${day}`);
    }
    assert((await send('/tickets', 'date_from=0001-01-01&date_to=9999-12-31')).body.total > 0);
  });
});

describe('numbers in bodies', () => {
  it('a number beyond its range and a number that is not an integer are rejected', async () => {
    const samples = await samplesOf(fixtures);
    for (const sample of samples)
      for (const [field, value] of Object.entries(sample.body)) {
        if (typeof value !== 'number') continue;
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
          '-0',
          '1E+2000',
        ];
        for (const number of numbers) {
          const body = JSON.stringify({ ...sample.body, [field]: '@' }).replace('"@"', number);
          const { status } = await send(fixtures, sample, body);
          // An id that names nothing is missing, everything else is malformed.
          const wanted = ['object_id', 'project_id', 'ticket_id'].includes(field) ? [400, 404] : [400];
          assert(wanted.includes(status), `${sample.operation} ${field} ${number}: ${status}`);
        }
      }
  });

  it('period_days accepts 1 to 3650, with anchors from the first to the last year', async () => {
    const make = (fields: object) =>
      fixtures.call(anna, 'POST', '/recurring', {
        category: 'other',
        description: 'Check the lift',
        object_id: lobby,
        period_days: 7,
        ...fields,
      });
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
        const { status: run } = await fixtures.call(anna, 'POST', `/recurring/${body.id}/run`);
        assert([201, 409].includes(run));
        assert.equal(
          (await fixtures.call(anna, 'PATCH', `/recurring/${body.id}`, { period_days: 3650, anchor_at: '9999-12-31T00:00:00Z' }))
            .status,
          200,
        );
      }
    for (const anchor_at of [
      '0001-01-01T00:00:00+23:59',
      '9999-12-31T23:59:59-23:59',
      '0000-06-01T00:00:00Z',
      '10000-01-01T00:00:00Z',
      '+010000-01-01T00:00:00Z',
      '2026-02-30T00:00:00Z',
      '2026-01-01T24:00:00Z',
      '2026-01-01T23:59:60Z',
      '2026-01-01T00:00:00',
      '2026-01-01',
      '2026-01-01T00:00:00+24:00',
      '2026-01-01T00:00:00.1234567890Z',
      'infinity',
      'now',
      '1e10',
    ])
      assertEnvelope(await make({ anchor_at }), 400, anchor_at);
    assert.equal((await fixtures.call(anna, 'GET', '/recurring?limit=100&sort=date')).status, 200);
  });
});

describe('pages beyond the end', () => {
  it('pages beyond the end of lists under a ticket and a rule are empty', async () => {
    const id = await fixtures.createTicketWithStatus('done');
    const { body: rule } = await fixtures.call(anna, 'POST', '/recurring', {
      anchor_at: '2026-04-01T08:00:00Z',
      category: 'other',
      description: 'Check the lift',
      period_days: 7,
      object_id: lobby,
    });
    for (const url of [`/tickets/${id}/events`, `/tickets/${id}/photos`, `/recurring/${rule.id}/runs`]) {
      const { status, body } = await fixtures.call(anna, 'GET', `${url}?offset=9007199254740991`);
      assert.deepEqual([status, body.items], [200, []], url);
      for (const query of ['offset=9007199254740993', 'limit=2147483648', 'limit=0', 'limit=', 'offset=-1'])
        assert.equal((await fixtures.call(anna, 'GET', `${url}?${query}`)).status, 400, `${url}?${query}`);
    }
  });
});

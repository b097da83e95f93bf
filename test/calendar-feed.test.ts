import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import ICAL from 'ical.js';
import { sql } from 'kysely';
import { buildApp } from '../src/app.ts';
import { createLog } from '../src/platform/config/log.ts';
import { hours } from '../src/platform/lib/duration.ts';
import { voidAllCalendarTokens } from '../src/product/calendar/actions.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { openSession } from '../testing/open-session.ts';

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, oleg, tower, lobby, gate } = fixtures;
for (const who of [root, anna, boris, wanda, oleg]) await openSession(fixtures, who);

const createRule = async (fields: object = {}, who = anna): Promise<number> => {
  const rule = { anchor_at: '2026-03-10T08:00:00Z', category: 'elevator', description: 'Check the lift', period_days: 7 };
  return (await requireOk(who, 'POST', '/recurring', { ...rule, object_id: lobby, ...fields })).id;
};
const requireOk = async (who: TestUser, method: 'PATCH' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
  const answer = await fixtures.call(who, method, url, body);
  assert(answer.status < 300, `${method} ${url}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

const createFeed = async (who: TestUser): Promise<string> => {
  const { status, body } = await fixtures.call(who, 'POST', '/ext/calendar');
  assert.equal(status, 201, JSON.stringify(body));
  return new URL(body.url).pathname;
};
const read = (path: string, headers = {}) => fixtures.call(undefined, 'GET', path, undefined, headers);

interface Entry {
  uid: string;
  at: string;
  summary: string;
  location: string;
  description: string;
  status: string | null;
}
const parse = (text: string): Entry[] =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    const { uid, summary, location, description } = event;
    const status = component.getFirstPropertyValue('status')?.toString() ?? null;
    return { uid, summary, location, description, status, at: event.startDate.toJSDate().toISOString() };
  });
const feedOf = async (who: TestUser): Promise<Entry[]> => parse((await read(await createFeed(who))).body);

describe('the calendar feed', () => {
  it('POST /ext/calendar answers an address that is stored as a hash, voids the one before, and leaves audit events', async () => {
    assert.deepEqual((await fixtures.call(oleg, 'GET', '/ext/calendar')).body, { created_at: null });
    assert.equal((await fixtures.call(oleg, 'DELETE', '/ext/calendar')).status, 404);
    const first = await createFeed(oleg);
    assert.match(first, /^\/ext\/calendar\/[\w-]{43}\.ics$/);
    assert.equal((await read(first)).status, 200);
    assert.deepEqual((await fixtures.call(oleg, 'GET', '/ext/calendar')).body, { created_at: fixtures.now.toISOString() });
    const second = await createFeed(oleg);
    assert.equal((await read(first)).status, 404);
    assert.equal((await read(second)).status, 200);
    const { rows } = await sql<{ row: string }>`
      select c::text as row from calendar_tokens as c union all select e::text from audit_events as e`.execute(fixtures.db.read);
    const secret = second.slice('/ext/calendar/'.length, -'.ics'.length);
    for (const { row } of rows) {
      assert(!row.includes(secret) && !row.includes(Buffer.from(secret, 'base64url').toString('hex')));
    }
    await requireOk(oleg, 'DELETE', '/ext/calendar');
    assert.equal((await read(second)).status, 404);
    const events = await fixtures.db.read
      .selectFrom('audit_events')
      .select(['event', 'subject_type'])
      .where('actor_id', '=', oleg.id)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      events.map(({ event, subject_type }) => `${event} ${subject_type}`),
      ['token_created calendar_token', 'token_created calendar_token', 'token_revoked calendar_token'],
    );
  });

  it('the address of a feed is void for a disabled and for a deleted account, and for malformed tokens', async () => {
    const worker = await fixtures.createUser('karl', 'worker');
    await openSession(fixtures, worker);
    const path = await createFeed(worker);
    await requireOk(root, 'PATCH', `/users/${worker.id}`, { is_active: false });
    assert.equal((await read(path)).status, 404);
    await requireOk(root, 'PATCH', `/users/${worker.id}`, { is_active: true });
    assert.equal((await read(path)).status, 200);
    await requireOk(root, 'DELETE', `/users/${worker.id}`);
    const { status, body } = await read(path);
    assert.deepEqual([status, body], [404, { error: 'calendar feed not found' }]);
    for (const token of ['x', '%00', '%F0%9F%98%80', 'a'.repeat(2_000), '..%2f']) {
      assert.equal((await read(`/ext/calendar/${token}.ics`)).status, 404, token);
    }
  });

  it('a password that replaces one which somebody else chose voids the address', async () => {
    const worker = await fixtures.createUser('lara', 'worker');
    await openSession(fixtures, worker);
    const path = await createFeed(worker);
    await fixtures.transaction((tx) =>
      tx.updateTable('users').set({ must_change_password: true }).where('id', '=', worker.id).execute(),
    );
    const change = { current: 'correct-horse-1', new: 'another-horse-2' };
    const changed = await fixtures.call(worker, 'POST', '/ext/password', change);
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.equal((await read(path)).status, 404);
  });

  it('an API token can neither create nor void an address', async () => {
    const { token } = await requireOk(anna, 'POST', '/ext/tokens', { name: 'program', scope: 'write' });
    for (const method of ['POST', 'DELETE', 'GET'] as const) {
      const answer = await fixtures.call(undefined, method, '/ext/calendar', undefined, { authorization: `Bearer ${token}` });
      assert.equal(answer.status, 403, method);
    }
  });

  it('a feed answers 304 to its entity tag until something changes, and may not be kept by shared caches', async () => {
    const path = await createFeed(anna);
    const first = await read(path);
    assert.equal(first.headers['content-type'], 'text/calendar; charset=utf-8');
    assert.equal(first.headers['cache-control'], 'private, no-cache');
    const tag = { 'if-none-match': String(first.headers['etag']) };
    fixtures.advanceClock(1_000);
    const again = await read(path, tag);
    assert.deepEqual([again.status, again.body], [304, '']);
    const rule = await createRule();
    assert.equal((await read(path, tag)).status, 200);
    await requireOk(anna, 'DELETE', `/recurring/${rule}`);
    assert.equal((await read(path, tag)).status, 304);
  });

  it('a feed survives a parser with Unicode, line breaks, separators and lines above 75 octets', async () => {
    const description = `Wartung: Aufzug; Tür, \\n "Größe"\r\n${'ąężółć 🛗👷🏽‍♀️ '.repeat(8)}\u0007end`;
    const name = `Haus Öß, 漢字; ${'🏢'.repeat(30)}`;
    const { body: object } = await fixtures.call(anna, 'POST', `/projects/${tower}/objects`, {
      name,
      address: 'Straße 1\n12345 Ort',
    });
    const rule = await createRule({ object_id: object.id, description });
    const text: string = (await read(await createFeed(anna))).body;
    const lines = text.split('\r\n');
    assert(!/[^\r]\n|\r[^\n]/.test(text));
    assert(lines.some((line) => line.startsWith(' ')));
    for (const line of lines) assert(Buffer.byteLength(line) <= 75 && line.isWellFormed(), line);
    const entries = parse(text);
    const [entry] = entries;
    assert(entry);
    const oneLine = [...description.slice(0, 200)]
      .slice(0, 100)
      .join('')
      .replace(/[\p{Cc}\s]+/gu, ' ');
    assert(entry.summary.endsWith('…') && oneLine.startsWith(entry.summary.slice(0, -1)), entry.summary);
    assert.deepEqual(
      { ...entry, summary: '' },
      {
        uid: `rule-${rule}-${Date.parse('2026-03-10T08:00:00Z')}@callout`,
        at: '2026-03-10T08:00:00.000Z',
        summary: '',
        location: `${name}, Straße 1 12345 Ort`,
        description: entry.description,
        status: 'CONFIRMED',
      },
    );
    assert.match(entry.description, new RegExp(`^http://[^ ]+/app/rules/${rule}$`));
    assert.equal(new Set(entries.map(({ uid }) => uid)).size, entries.length);
    assert.equal(entries.length, 51); // weekly, until 1 March of the next year
    await requireOk(anna, 'DELETE', `/recurring/${rule}`);
  });

  it('a feed has what RFC 5545 requires, in UTC and therefore without definitions of time zones', async () => {
    const rule = await createRule({ description: 'Lift; hall, stairs \\ roof\nSecond line' });
    const path = await createFeed(anna);
    const text: string = (await read(path)).body;
    assert(text.endsWith('\r\nEND:VCALENDAR\r\n'));
    const unfolded = text.replaceAll('\r\n ', '').split('\r\n').filter(Boolean);
    assert.deepEqual(unfolded.slice(0, 3), ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Callout//Calendar//EN']);
    const named = (name: string): string[] => unfolded.filter((line) => line.split(/[:;]/)[0] === name);
    const events = named('BEGIN').filter((line) => line === 'BEGIN:VEVENT').length;
    assert(events > 0);
    for (const [name, value] of [
      ['UID', /^UID:rule-\d+-\d+@callout$/],
      ['DTSTAMP', /^DTSTAMP:\d{8}T\d{6}Z$/],
      ['DTSTART', /^DTSTART:\d{8}T\d{6}Z$/],
      ['SUMMARY', /^SUMMARY:Lift\\; hall\\, stairs \\\\ roof Second line$/],
    ] as const) {
      assert.equal(named(name).length, events, name);
      for (const line of named(name)) assert.match(line, value);
    }
    // Nobody is invited, and no event is sent: a feed is read again as a whole.
    for (const name of ['METHOD', 'ORGANIZER', 'ATTENDEE', 'TZID']) assert.deepEqual(named(name), [], name);
    await requireOk(anna, 'PATCH', `/recurring/${rule}`, { is_active: false });
    const [disabled] = parse((await read(path)).body);
    assert.match(disabled?.description ?? '', /disabled\.\nhttp/);
    assert((await read(path)).body.replaceAll('\r\n ', '').includes('disabled.\\nhttp'));
    await requireOk(anna, 'DELETE', `/recurring/${rule}`);
  });

  it('a shift gives runs other UIDs, so that none stands for two times, and a shift back gives the old ones', async () => {
    const rule = await createRule();
    const path = await createFeed(anna);
    const startsIn = async () => new Map(parse((await read(path)).body).map(({ uid, at }) => [uid, at]));
    const before = await startsIn();
    const shifted = { due_at: '2026-03-10T08:00:00Z', to: '2026-03-12T08:00:00Z' };
    const { anchor_at } = await requireOk(anna, 'POST', `/ext/recurring/${rule}/shift`, shifted);
    const after = await startsIn();
    assert.deepEqual([...before.values()].slice(0, 2), ['2026-03-10T08:00:00.000Z', '2026-03-17T08:00:00.000Z']);
    assert.deepEqual([...after.values()].slice(0, 2), ['2026-03-12T08:00:00.000Z', '2026-03-19T08:00:00.000Z']);
    for (const uid of after.keys()) assert(!before.has(uid), uid);
    await requireOk(anna, 'PATCH', `/recurring/${rule}`, { anchor_at });
    assert.deepEqual(await startsIn(), before);
    await requireOk(anna, 'DELETE', `/recurring/${rule}`);
  });

  it('a feed keeps the UID of a run, and says in the language of the account why one will not come', async () => {
    const rule = await createRule();
    const path = await createFeed(anna);
    const [before] = parse((await read(path)).body);
    await requireOk(anna, 'PATCH', '/ext/me', { language: 'de' });
    await requireOk(anna, 'PATCH', `/recurring/${rule}`, { is_active: false });
    const [disabled] = parse((await read(path)).body);
    assert.deepEqual([disabled?.uid, disabled?.status], [before?.uid, 'CANCELLED']);
    assert.match(disabled?.description ?? '', /^Es wird kein Auftrag erstellt: der Zeitplan ist deaktiviert\.\nhttp/);
    await requireOk(anna, 'PATCH', `/recurring/${rule}`, { is_active: true });
    const { ticket_id } = await requireOk(anna, 'POST', `/recurring/${rule}/run`);
    const [blocked, later] = parse((await read(path)).body);
    assert.deepEqual([blocked?.status, later?.status], ['TENTATIVE', 'CONFIRMED']);
    await requireOk(anna, 'PATCH', `/tickets/${ticket_id}/cancel`, { reason: 'not needed' });
    await requireOk(anna, 'DELETE', `/recurring/${rule}`);
  });

  it('a feed shows what the account sees: own rules to clients, all to admins, none to workers', async () => {
    const own = await createRule();
    const foreign = await createRule({ object_id: gate }, boris);
    const rulesIn = async (who: TestUser) => [...new Set((await feedOf(who)).map(({ uid }) => uid.split('-')[1]))].sort();
    assert.deepEqual(await rulesIn(anna), [String(own)]);
    assert.deepEqual(await rulesIn(boris), [String(foreign)]);
    assert.deepEqual(await rulesIn(root), [String(own), String(foreign)].sort());
    assert.deepEqual(await rulesIn(wanda), []);
    await requireOk(anna, 'DELETE', `/recurring/${own}`);
    await requireOk(boris, 'DELETE', `/recurring/${foreign}`);
  });

  it('the feed of a worker has the deadlines that are still to be kept of its tickets and of free ones', async () => {
    await requireOk(anna, 'PUT', `/ext/projects/${tower}/targets`, {
      timezone: 'Europe/Berlin',
      take_within_minutes: { normal: 60 },
      finish_within_minutes: { normal: 240 },
    });
    const now = fixtures.now.getTime();
    const free = await fixtures.createTicket();
    const taken = await fixtures.createTicketWithStatus('in_progress');
    const done = await fixtures.createTicketWithStatus('closed');
    const path = await createFeed(wanda);
    const deadlinesIn = async () =>
      Object.fromEntries(
        parse((await read(path)).body).map(({ uid, at }) => [uid.replace('@callout', ''), Date.parse(at) - now]),
      );
    assert.deepEqual(await deadlinesIn(), {
      [`ticket-${free}-take`]: hours(1),
      [`ticket-${free}-finish`]: hours(4),
      [`ticket-${taken}-finish`]: hours(4),
    });
    assert.deepEqual(await feedOf(oleg), []); // not a member
    await fixtures.transaction((tx) => tx.deleteFrom('project_workers').where('worker_id', '=', wanda.id).execute());
    assert.deepEqual(Object.keys(await deadlinesIn()), [`ticket-${taken}-finish`]);
    assert(done > taken);
  });

  it('the feed of a client with many runs has those of the next days, at most 1000', async () => {
    await fixtures.transaction((tx) =>
      sql`insert into recurring_rules (project_id, object_id, client_id, address, category, priority, description, floor, anchor_at,
          period_days, next_run_at, created_by, created_by_name, created_at)
        select ${fixtures.yard}, ${gate}, ${boris.id}, '', 'other', 'low', 'Bulk rule', '', '2026-03-02T00:00:00Z', 1,
          '2026-03-02T00:00:00Z', ${boris.id}, 'boris', ${fixtures.now} from generate_series(1, 150)`.execute(tx),
    );
    const entries = await feedOf(boris);
    assert.equal(entries.length, 150 * 6); // of the next 5.7 days, a 64th of twelve months
    assert.equal(entries.at(-1)?.at, '2026-03-07T00:00:00.000Z');
    await fixtures.transaction((tx) => tx.deleteFrom('recurring_rules').where('client_id', '=', boris.id).execute());
  });

  it('GET /ext/calendar/{token}.ics returns 429 above 300 requests a minute of one network', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 301; i++) {
      const { statusCode } = await fixtures.app.inject({ url: '/ext/calendar/unknown.ics', remoteAddress: '192.0.2.7' });
      statuses.push(statusCode);
    }
    assert.deepEqual([statuses.at(-2), statuses.at(-1)], [404, 429]);
  });

  it('callout sessions --end-all --api-tokens voids the addresses of all accounts, and says so in the audit log', async () => {
    const paths = [await createFeed(anna), await createFeed(wanda)];
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from calendar_tokens`.execute(fixtures.db.read);
    const voidAll = () => fixtures.db.transaction((tx) => voidAllCalendarTokens(tx, 'callout sessions', fixtures.now));
    assert.equal(await voidAll(), rows[0]?.n);
    for (const path of paths) assert.equal((await read(path)).status, 404);
    assert.equal(await voidAll(), 0);
    const events = fixtures.db.read.selectFrom('audit_events').select('detail').where('subject_type', '=', 'calendar_token');
    assert.deepEqual(
      (await events.where('actor_id', 'is', null).execute()).map(({ detail }) => detail),
      [{ feeds: rows[0]?.n, by: 'callout sessions' }],
    );
  });

  it('the log names the route of a feed and not its address', async () => {
    const lines: string[] = [];
    const app = await buildApp({ ...fixtures.deps, log: createLog('info', { write: (line) => lines.push(line) }) });
    const path = await createFeed(anna);
    assert.equal((await app.inject({ url: path })).statusCode, 200);
    await app.close();
    assert.equal(JSON.parse(lines.at(-1) ?? '').path, '/ext/calendar/:token.ics');
    assert(!lines.join('').includes(path.slice(-47, -4)));
  });
});

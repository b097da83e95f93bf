import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { recordAuditEvent } from '../src/platform/audit/audit-log.ts';
import { auditEventNames } from '../src/platform/audit/events.ts';
import { errorMessages } from '../src/platform/http/error-messages.ts';
import { deleteExpiredEvents } from '../src/product/identity/audit/retention.ts';
import { type ApiResponse, Fixtures, password, type TestUser } from '../testing/fixtures.ts';
import { openSession } from '../testing/open-session.ts';

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, oleg } = fixtures;
const day = 86_400_000;

interface Event {
  id: number;
  at: string;
  event: string;
  actor_id: string;
  actor_name: string;
  subject_type: string;
  subject_id: string;
  subject_name: string;
  ip: string;
  request_id: string;
  detail: Record<string, unknown>;
}

async function list(query = ''): Promise<{ items: Event[]; total: number; limit: number; offset: number }> {
  const { status, body } = await fixtures.call(root, 'GET', `/ext/audit${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

let requests = 0;
/** Sends a request with an address and a request id of its own. */
async function send(who: TestUser | undefined, method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: object, headers = {}) {
  const ip = `10.9.${Math.floor(++requests / 250)}.${(requests % 250) + 1}`;
  const id = `request-${requests}`;
  const answer = await fixtures.call(who, method, url, body, { 'x-forwarded-for': ip, 'x-request-id': id, ...headers });
  return { ...answer, origin: { ip, request_id: id } };
}

const { total: before } = await list();
let seen = before;

/** The events since the last call, the oldest first. */
async function newEvents(): Promise<Event[]> {
  const { total } = await list('?limit=1');
  const added = total - seen;
  seen = total;
  return added === 0 ? [] : (await list(`?limit=${added}`)).items.reverse();
}

const withoutIds = (events: Event[]): Omit<Event, 'id'>[] => events.map(({ id: _, ...event }) => event);

/** An event as it is expected, of which `parts` differ from an event that this actor caused. */
const expected = (event: string, actor: TestUser | undefined, origin: object, parts: object): object => ({
  at: fixtures.now.toISOString(),
  event,
  actor_id: actor?.id ?? '',
  actor_name: actor?.name ?? '',
  detail: {},
  ...origin,
  ...parts,
});
const about = ({ id, name }: TestUser): object => ({ subject_type: 'user', subject_id: id, subject_name: name });

const login = (email: string, given = password, headers = {}) =>
  send(undefined, 'POST', '/auth/login', { email, password: given }, headers);
const cookieOf = ({ cookies }: ApiResponse) => ({ cookie: `refresh_token=${cookies[0]?.value}` });
const sessionIdOf = (events: Event[]): unknown => events[0]?.detail['session_id'];

describe('security events of exports', () => {
  const exported = async (who: TestUser, url: string): Promise<Event | undefined> => {
    await newEvents();
    const headers = { 'x-forwarded-for': '192.0.2.5', 'x-request-id': 'export' };
    assert.equal((await fixtures.call(who, 'GET', url, undefined, headers)).status, 200, url);
    const [event, ...others] = await newEvents();
    assert(event && others.length === 0, url);
    assert.deepEqual([event.event, event.actor_id, event.ip, event.request_id], ['export_made', who.id, '192.0.2.5', 'export']);
    return event;
  };

  it('GET /ext/tickets.csv and .xlsx write export_made with the filter and the number of rows', async () => {
    for (let i = 0; i < 3; i++) await fixtures.createTicket();
    for (const format of ['csv', 'xlsx']) {
      const rows = (await fixtures.call(anna, 'GET', '/tickets?status=new')).body.total;
      assert(rows >= 3);
      const event = await exported(anna, `/ext/tickets.${format}?status=new`);
      const { filter, ...detail } = event?.detail ?? {};
      assert.deepEqual(detail, { format, rows, complete: true });
      assert.match(String(filter), /(^|&)status=new(&|$)/);
      const none = await exported(oleg, `/ext/tickets.${format}?status=closed`);
      assert.equal(none?.detail['rows'], 0);
    }
  });

  it('GET /ext/tickets/{id}/report.pdf and GET /ext/objects/labels.pdf write export_made', async () => {
    const id = await fixtures.createTicket();
    const report = await exported(anna, `/ext/tickets/${id}/report.pdf`);
    assert.deepEqual([report?.detail['format'], report?.detail['rows']], ['pdf', 1]);
    assert.match(String(report?.detail['filter']), new RegExp(`ticket_id=${id}(&|$)`));
    assert.equal((await fixtures.call(anna, 'POST', `/ext/objects/${fixtures.lobby}/portal`)).status, 201);
    const labels = await exported(anna, `/ext/objects/labels.pdf?ids=${fixtures.lobby}`);
    assert.deepEqual(labels?.detail, { format: 'pdf', filter: `labels=${fixtures.lobby}`, rows: 1, complete: true });
  });

  it('a refused export writes nothing', async () => {
    await newEvents();
    assert.equal((await fixtures.call(anna, 'GET', '/ext/tickets.csv?status=none')).status, 400);
    assert.equal((await fixtures.call(oleg, 'GET', '/ext/tickets/999999/report.pdf')).status, 404);
    assert.deepEqual(await newEvents(), []);
  });
});

describe('security events of sign-ins', () => {
  it('POST /auth/login writes login_succeeded with the session and the device', async () => {
    const { status, origin } = await login(anna.email, password, { 'user-agent': 'a browser' });
    assert.equal(status, 200);
    const events = await newEvents();
    const session_id = sessionIdOf(events);
    assert.match(String(session_id), /^[0-9a-f-]{36}$/);
    assert.deepEqual(withoutIds(events), [
      expected('login_succeeded', anna, origin, { ...about(anna), detail: { session_id, user_agent: 'a browser' } }),
    ]);
  });

  it('POST /auth/login keeps 300 printable characters of the device', async () => {
    await login(anna.email, password, { 'user-agent': `a\x9bbrowser\xe9${'x'.repeat(400)}` });
    const [event] = await newEvents();
    assert.equal(event?.detail['user_agent'], `abrowser${'x'.repeat(292)}`);
  });

  it('POST /auth/login writes login_failed with the reason, and the account if there is one', async () => {
    const disabled = await fixtures.createUser('disabled', 'worker', { is_active: false });
    const unconfirmed = await fixtures.createUser('unconfirmed', 'worker', { confirmed_at: null });
    const stranger = { id: '', name: 'nobody@example.com', email: 'nobody@example.com' };
    const noAddress = { id: '', name: '', email: '' };
    const attempts = [
      { who: anna, given: 'wrong-horse-1', status: 401, reason: errorMessages.wrongLogin },
      { who: disabled, given: password, status: 403, reason: errorMessages.accountDisabled },
      { who: unconfirmed, given: password, status: 403, reason: errorMessages.accountNotConfirmed },
      { who: stranger, given: password, status: 401, reason: errorMessages.wrongLogin },
      { who: noAddress, given: password, status: 401, reason: errorMessages.wrongLogin },
    ];
    for (const { who, given, status, reason } of attempts) {
      // A text that is no address may be a password: it is not kept.
      const answer = await login(who.email || 'my-secret-word-1', given);
      assert.equal(answer.status, status);
      const subject = { subject_type: 'user', subject_id: who.id, subject_name: who.name };
      assert.deepEqual(withoutIds(await newEvents()), [
        expected('login_failed', undefined, answer.origin, { ...subject, detail: { email: who.email, reason } }),
      ]);
    }
  });

  it('POST /auth/login writes login_limited for the first of consecutive refusals by network', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1', 'x-request-id': 'limited' };
    for (let i = 0; i < 14; i++) await login('somebody@example.com', 'x'.repeat(2_000), headers);
    const limited = (await newEvents()).filter(({ event }) => event === 'login_limited');
    const subject = { subject_type: 'limit', subject_id: 'login', subject_name: '192.0.2.1' };
    const origin = { ip: '192.0.2.1', request_id: 'limited' };
    assert.deepEqual(withoutIds(limited), [
      expected('login_limited', undefined, origin, { ...subject, detail: { limit: 'login' } }),
    ]);
  });

  it('POST /ext/password writes login_limited about the account after ten wrong passwords', async () => {
    await openSession(fixtures, boris);
    await newEvents();
    for (let i = 0; i < 12; i++)
      await fixtures.call(boris, 'POST', '/ext/password', { current: `wrong-${i}`, new: 'another-horse-2' });
    const limited = (await newEvents()).filter(({ event }) => event === 'login_limited');
    assert.deepEqual(
      limited.map(({ subject_type, subject_id, subject_name, detail }) => ({ subject_type, subject_id, subject_name, detail })),
      [{ subject_type: 'user', subject_id: boris.id, subject_name: 'boris', detail: { limit: 'confirm-password' } }],
    );
  });

  it('POST /auth/login writes login_limited for the first of consecutive refusals by address', async () => {
    for (let i = 0; i < 53; i++) await login(boris.email, 'wrong-horse-1');
    const limited = (await newEvents()).filter(({ event }) => event === 'login_limited');
    assert.deepEqual(
      limited.map(({ subject_type, subject_id, subject_name }) => ({ subject_type, subject_id, subject_name })),
      [{ subject_type: 'limit', subject_id: 'failed-login', subject_name: boris.email }],
    );
    fixtures.advanceClock(day);
  });

  it('POST /auth/refresh writes refresh_reused when a used cookie comes back, though it answers 401', async () => {
    const used = cookieOf(await login(anna.email));
    assert.equal((await send(undefined, 'POST', '/auth/refresh', undefined, used)).status, 200);
    await newEvents();
    const { status, origin } = await send(undefined, 'POST', '/auth/refresh', undefined, used);
    assert.equal(status, 401);
    const [event, ...others] = withoutIds(await newEvents());
    assert.deepEqual(others, []);
    assert(Number(event?.detail['sessions_ended']) >= 1);
    assert.deepEqual(event, expected('refresh_reused', undefined, origin, { ...about(anna), detail: event?.detail }));
  });

  it('POST /auth/logout writes session_revoked once, and nothing without a session', async () => {
    const cookie = cookieOf(await login(anna.email));
    const session_id = sessionIdOf(await newEvents());
    const { origin } = await send(undefined, 'POST', '/auth/logout', undefined, cookie);
    await send(undefined, 'POST', '/auth/logout', undefined, cookie);
    await send(undefined, 'POST', '/auth/logout');
    assert.deepEqual(withoutIds(await newEvents()), [
      expected('session_revoked', anna, origin, { ...about(anna), detail: { session_id, by: 'logout' } }),
    ]);
  });

  it('POST /auth/logout-all writes session_revoked with the number of sessions', async () => {
    await login(anna.email);
    await login(anna.email);
    await newEvents();
    const { origin } = await send(anna, 'POST', '/auth/logout-all');
    assert.deepEqual(withoutIds(await newEvents()), [
      expected('session_revoked', anna, origin, { ...about(anna), detail: { sessions: 2, by: 'logout-all' } }),
    ]);
    await send(anna, 'POST', '/auth/logout-all');
    assert.deepEqual(await newEvents(), []);
  });
});

describe('security events of passwords', () => {
  it('POST /users/{id}/password-reset and POST /auth/reset-password write password_reset_issued and password_reset_used', async () => {
    const user = await fixtures.createUser('forgetful', 'worker');
    const issued = await send(root, 'POST', `/users/${user.id}/password-reset`);
    const used = await send(undefined, 'POST', '/auth/reset-password', { token: issued.body.token, password: 'new-password-1' });
    assert.equal(used.status, 200);
    const detail = { by_mail: false };
    assert.deepEqual(withoutIds(await newEvents()), [
      expected('password_reset_issued', root, issued.origin, { ...about(user), detail }),
      expected('password_reset_used', undefined, used.origin, { ...about(user), detail }),
    ]);
  });

  it('POST /users/{id}/password-set writes password_set', async () => {
    const { status, origin } = await send(root, 'POST', `/users/${oleg.id}/password-set`, { password: 'new-password-1' });
    assert.equal(status, 200);
    assert.deepEqual(withoutIds(await newEvents()), [expected('password_set', root, origin, about(oleg))]);
  });
});

describe('security events of accounts, projects and rules', () => {
  it('each change of an account writes its event with actor and subject', async () => {
    const account = { email: 'mona@example.com', name: 'mona', password, role: 'worker' };
    const created = await send(anna, 'POST', '/users', account);
    assert.equal(created.status, 201);
    const mona: TestUser = { id: created.body.id, name: 'mona', role: 'worker', email: account.email };
    const confirmed = await send(anna, 'POST', `/users/${mona.id}/confirm`);
    const disabled = await send(root, 'PATCH', `/users/${mona.id}`, { is_active: false });
    const enabled = await send(root, 'PATCH', `/users/${mona.id}`, { is_active: true });
    const deleted = await send(root, 'DELETE', `/users/${mona.id}`);
    assert.deepEqual(
      [confirmed, disabled, enabled, deleted].map(({ status }) => status),
      [200, 200, 200, 200],
    );
    assert.deepEqual(withoutIds(await newEvents()), [
      expected('user_created', anna, created.origin, { ...about(mona), detail: { role: 'worker' } }),
      expected('user_confirmed', anna, confirmed.origin, about(mona)),
      expected('user_disabled', root, disabled.origin, about(mona)),
      expected('user_enabled', root, enabled.origin, { ...about(mona), detail: { disabled_by: root.id } }),
      expected('user_deleted', root, deleted.origin, about(mona)),
    ]);
  });

  it('DELETE /projects/{id}/workers/{id} writes membership_removed with the project', async () => {
    const member = await fixtures.createUser('member', 'worker');
    await fixtures.addMember(fixtures.tower, member, 'active');
    const { status, origin } = await send(anna, 'DELETE', `/projects/${fixtures.tower}/workers/${member.id}`);
    assert.equal(status, 200);
    const detail = { project_id: fixtures.tower, project_name: 'Tower' };
    assert.deepEqual(withoutIds(await newEvents()), [expected('membership_removed', anna, origin, { ...about(member), detail })]);
  });

  it('DELETE /recurring/{id} writes rule_deleted with the first 100 characters of its description', async () => {
    const description = `Clean the filter ${'🌡️'.repeat(100)}`;
    const rule = {
      anchor_at: '2026-03-01T08:00:00Z',
      category: 'climate',
      description,
      period_days: 7,
      object_id: fixtures.lobby,
    };
    const { body } = await send(anna, 'POST', '/recurring', rule);
    const { status, origin } = await send(anna, 'DELETE', `/recurring/${body.id}`);
    assert.equal(status, 200);
    const subject = { subject_type: 'rule', subject_id: String(body.id), subject_name: [...description].slice(0, 100).join('') };
    assert.deepEqual(withoutIds(await newEvents()), [expected('rule_deleted', anna, origin, subject)]);
  });

  it('DELETE /projects/{id} writes project_deleted with the number of its tickets', async () => {
    const project = await fixtures.createProject(anna, 'Annex');
    const object = await fixtures.createObject(anna, project, 'Cellar');
    await fixtures.createTicket({}, anna, object);
    const { status, origin } = await send(root, 'DELETE', `/projects/${project}`);
    assert.equal(status, 200);
    const subject = { subject_type: 'project', subject_id: String(project), subject_name: 'Annex', detail: { tickets: 1 } };
    assert.deepEqual(withoutIds(await newEvents()), [expected('project_deleted', root, origin, subject)]);
  });

  it('requests that are refused after they have changed something, or change nothing, leave no event', async () => {
    const busy = await fixtures.createTicketWithStatus('in_progress');
    assert(busy > 0);
    const refused = [
      await send(anna, 'DELETE', `/projects/${fixtures.tower}/workers/${wanda.id}`),
      await send(root, 'DELETE', `/users/${wanda.id}`),
      await send(root, 'POST', `/users/${anna.id}/confirm`),
      await send(root, 'POST', '/users', { email: anna.email, name: 'x', password, role: 'client' }),
      await send(anna, 'PATCH', `/users/${boris.id}`, { is_active: false }),
      await send(root, 'DELETE', '/projects/999999'),
      await send(root, 'PATCH', `/users/${oleg.id}`, { is_active: true }),
    ];
    assert.deepEqual(
      refused.map(({ status }) => status),
      [409, 409, 409, 409, 404, 404, 200],
    );
    assert.deepEqual(await newEvents(), []);
  });

  it('a transaction that is rolled back leaves no event', async () => {
    const event = { event: 'user_disabled', at: fixtures.now, actor: root, subject: { type: 'user', id: oleg.id } } as const;
    const failing = fixtures.db.transaction(async (tx) => {
      await recordAuditEvent(tx, event);
      throw new Error('on purpose');
    });
    await assert.rejects(failing, /on purpose/);
    assert.deepEqual(await newEvents(), []);
  });
});

describe('GET /ext/audit', () => {
  it('GET /ext/audit returns pages with the newest event first', async () => {
    const all = await list('?limit=100');
    const ids = all.items.map(({ id }) => id);
    assert(all.total > 20 && ids.length > 20);
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => b - a),
    );
    const page = await list('?limit=5&offset=3');
    assert.deepEqual([page.limit, page.offset, page.total], [5, 3, all.total]);
    assert.deepEqual(page.items, all.items.slice(3, 8));
    const { items } = await list('?limit=100&order=asc');
    const fromOldest = items.map(({ id }) => id);
    assert.deepEqual(
      fromOldest,
      fromOldest.toSorted((a, b) => a - b),
    );
  });

  it('GET /ext/audit filters by actor, subject, event and time', async () => {
    const { items: all } = await list('?limit=100');
    const [cut] = all.slice(10);
    assert(cut);
    const filters: [string, (event: Event) => boolean][] = [
      [`actor_id=${anna.id}`, ({ actor_id }) => actor_id === anna.id],
      [`actor_id=${anna.id.toUpperCase()}`, ({ actor_id }) => actor_id === anna.id],
      [`subject_id=${anna.id}`, ({ subject_id }) => subject_id === anna.id],
      ['subject_id=login', ({ subject_id }) => subject_id === 'login'],
      ['event=login_failed', ({ event }) => event === 'login_failed'],
      [`actor_id=${root.id}&event=user_deleted`, ({ actor_id, event }) => actor_id === root.id && event === 'user_deleted'],
      [`from=${cut.at}`, ({ at }) => at >= cut.at],
      [`to=${cut.at}`, ({ at }) => at < cut.at],
      [`from=${cut.at}&to=${cut.at}`, () => false],
      [`from=${encodeURIComponent('2026-03-02T09:00:00+01:00')}`, ({ at }) => at >= '2026-03-02T08:00:00.000Z'],
      ['', () => true],
    ];
    const everything = await readAll();
    for (const [filter, matches] of filters) {
      const found = await list(`?limit=100&${filter}`);
      const wanted = everything.filter(matches);
      assert.equal(found.total, wanted.length, filter);
      assert.deepEqual(found.items, wanted.slice(0, 100), filter);
    }
  });

  it('GET /ext/audit returns an empty actor_id for a deleted account, with its name and still found by its id', async () => {
    const admin = await fixtures.createUser('leaver', 'admin');
    assert.equal((await send(admin, 'PATCH', `/users/${oleg.id}`, { is_active: false })).status, 200);
    assert.equal((await send(admin, 'PATCH', `/users/${oleg.id}`, { is_active: true })).status, 200);
    assert.equal((await send(root, 'DELETE', `/users/${admin.id}`)).status, 200);
    const events = await newEvents();
    assert.deepEqual(
      events.map(({ event, actor_id, actor_name }) => ({ event, actor_id, actor_name })),
      [
        { event: 'user_disabled', actor_id: '', actor_name: 'leaver' },
        { event: 'user_enabled', actor_id: '', actor_name: 'leaver' },
        { event: 'user_deleted', actor_id: root.id, actor_name: 'root' },
      ],
    );
    assert.equal((await list(`?actor_id=${admin.id}`)).total, 2);
    assert.equal((await list(`?subject_id=${admin.id}`)).total, 1);
  });
});

async function readAll(): Promise<Event[]> {
  const events: Event[] = [];
  for (;;) {
    const { items, total } = await list(`?limit=100&offset=${events.length}`);
    events.push(...items);
    if (events.length >= total) return events;
  }
}

describe('the table audit_events', () => {
  const changes = {
    update: sql`update audit_events set actor_name = 'somebody else'`,
    delete: sql`delete from audit_events`,
    truncate: sql`truncate audit_events`,
  };

  for (const [name, statement] of Object.entries(changes)) {
    it(`the table audit_events refuses ${name}, by the role of the service and by the owner of the table`, async () => {
      const { total } = await list('?limit=1');
      const refused = { code: '42501' };
      await assert.rejects(
        fixtures.db.statement((db) => statement.execute(db)),
        refused,
      );
      await assert.rejects(
        fixtures.transaction((tx) => statement.execute(tx)),
        refused,
      );
      assert.equal((await list('?limit=1')).total, total);
    });
  }

  it('delete_expired_audit_events() keeps the events of the last day, whatever the service asks for', async () => {
    const at = new Date();
    const event = { event: 'backup_made', at, actor: undefined, subject: undefined } as const;
    await fixtures.db.statement((db) => recordAuditEvent(db, event));
    const old = { ...event, at: new Date(at.getTime() - 2 * day) };
    await fixtures.db.statement((db) => recordAuditEvent(db, old));
    const rolledBack = fixtures.db.transaction(async (tx) => {
      await sql`select delete_expired_audit_events('infinity', 1000000)`.execute(tx);
      assert.deepEqual(await tx.selectFrom('audit_events').select('at').execute(), [{ at: at.toISOString() }]);
      throw new Error('on purpose');
    });
    await assert.rejects(rolledBack, /on purpose/);
  });

  it('delete_expired_audit_events() keeps the events of the last day, whatever the time zone of the session is', async () => {
    const at = new Date();
    await fixtures.db.statement((db) => recordAuditEvent(db, { event: 'backup_made', at, actor: undefined, subject: undefined }));
    // Its clocks went forward by 24 hours yesterday, so that a calendar day before now is now.
    const yesterday = Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0)) / day) - 1;
    const start = (yesterday + 365) % 365;
    const zone = `AAA24BBB0,${start}/0,${(start + 180) % 365}/0`;
    const rolledBack = fixtures.db.transaction(async (tx) => {
      await sql`select set_config('timezone', ${zone}, true)`.execute(tx);
      await sql`select delete_expired_audit_events('infinity', 1000000)`.execute(tx);
      const kept = await tx.selectFrom('audit_events').select('id').where('at', '=', at.toISOString()).execute();
      assert.equal(kept.length, 1);
      throw new Error('on purpose');
    });
    await assert.rejects(rolledBack, /on purpose/);
  });

  it('delete_expired_audit_events() can be called by the role of the service, and by no other that was not granted it', async () => {
    const { rows } = await sql`select
      has_function_privilege(current_user, 'delete_expired_audit_events(timestamptz, integer)', 'execute') as service,
      has_function_privilege('public', 'delete_expired_audit_events(timestamptz, integer)', 'execute') as everybody`.execute(
      fixtures.db.read,
    );
    assert.deepEqual(rows, [{ service: true, everybody: false }]);
  });

  it('delete_expired_audit_events() runs nothing of its caller as the owner of the table', async () => {
    await fixtures.db.transaction(async (tx) => {
      await sql`create temporary table audit_events (id bigint, at timestamptz)`.execute(tx);
      await sql`insert into pg_temp.audit_events values (1, '2000-01-01')`.execute(tx);
      await sql`create function pg_temp.escalate() returns trigger language plpgsql as
        $$ begin raise exception 'runs as %', current_user; end $$`.execute(tx);
      await sql`create trigger escalate before delete on pg_temp.audit_events
        for each row execute function pg_temp.escalate()`.execute(tx);
      await sql`select delete_expired_audit_events('2001-01-01', 10)`.execute(tx);
      await sql`drop table pg_temp.audit_events`.execute(tx);
    });
  });
});

describe('retention of security events', () => {
  it('deleteExpiredEvents deletes the events that are older than AUDIT_RETENTION_DAYS, in batches, and no others', async () => {
    const now = fixtures.now.getTime();
    const retentionMs = fixtures.deps.config.auditRetentionDays * day;
    const { total } = await list('?limit=1');
    await fixtures.transaction((tx) =>
      sql`insert into audit_events (at, event, actor_name, subject_type, subject_id, subject_name, ip, request_id, detail)
        select ${new Date(now - retentionMs)}::timestamptz - n * interval '1 ms', 'backup_made', '', '', '', '', '', '', '{}'
        from generate_series(0, 12000) as n`.execute(tx),
    );
    assert.deepEqual(
      await Promise.all([deleteExpiredEvents(fixtures.deps), deleteExpiredEvents(fixtures.deps)]).then(sum),
      12_000,
    );
    assert.equal((await list('?limit=1')).total, total + 1);
    const { items } = await list('?limit=1&order=asc');
    assert.equal(items[0]?.at, new Date(now - retentionMs).toISOString());
    assert.equal(await deleteExpiredEvents(fixtures.deps), 0);
  });
});

const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);

it('docs/api.md names each security event', () => {
  const text = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## Audit log\n(.*?)^## /ms.exec(text) ?? [];
  const named = new Set([...section.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));
  assert.deepEqual(
    auditEventNames.filter((name) => !named.has(name)),
    [],
  );
});

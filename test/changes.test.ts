import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { days, minutes } from '../src/platform/lib/duration.ts';
import { markRenamedTickets } from '../src/product/tickets/changes/mark-renamed.ts';
import { pruneChanges } from '../src/product/tickets/changes/prune.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { multipartForm, photo } from '../testing/photo-files.ts';

// What programs that keep a copy of the tickets read. The races of writers are in test/changes-mirror.test.ts.

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, tower, yard } = fixtures;

interface Change {
  id: number;
  deleted?: true;
  ticket?: Record<string, unknown>;
}

async function read(who: TestUser, after?: string, limit = 1000) {
  const cursor = after === undefined ? '' : `&after=${after}`;
  const { status, body } = await fixtures.call(who, 'GET', `/ext/changes?limit=${limit}${cursor}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body as { items: Change[]; cursor: string; more: boolean };
}

/** All changes, with pages of this size. */
async function readAll(who: TestUser, after?: string, limit?: number) {
  const items: Change[] = [];
  for (let cursor = after; ; ) {
    const page = await read(who, cursor, limit);
    items.push(...page.items);
    cursor = page.cursor;
    if (!page.more) return { items, cursor };
  }
}

/** The cursor of a reader who has everything. */
const present = async (who: TestUser): Promise<string> => (await readAll(who)).cursor;
const ids = (changes: readonly Change[]): number[] => changes.map(({ id }) => id).sort((a, b) => a - b);
const changedIds = async (who: TestUser, after: string) => ids((await readAll(who, after)).items);
const listOf = async (who: TestUser): Promise<{ id: number }[]> =>
  (await fixtures.call(who, 'GET', '/ext/tickets?limit=100&sort=id&order=asc')).body.items;
const run = async (statement: RawBuilder<unknown>) => fixtures.db.statement((db) => statement.execute(db));
const must = async (
  who: TestUser,
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  url: string,
  body?: object | Buffer,
  headers = {},
) => {
  const answer = await fixtures.call(who, method, url, body, headers);
  assert(answer.status < 300, `${method} ${url}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

describe('GET /ext/changes', () => {
  it('begins with all tickets that the caller sees, as GET /ext/tickets has them, each once in pages of any size', async () => {
    for (const status of ['new', 'assigned', 'done', 'closed', 'new']) await fixtures.createTicketWithStatus(status);
    const foreignObject = await must(boris, 'POST', `/projects/${yard}/objects`, { name: 'Barn', address: 'Hill 12, Berlin' });
    await fixtures.createTicket({}, boris, foreignObject.id);
    for (const who of [root, anna, boris]) {
      for (const limit of [1, 2, 100]) {
        const { items, cursor } = await readAll(who, undefined, limit);
        assert.deepEqual(
          items.map(({ ticket }) => ticket).sort((a, b) => Number(a?.['id']) - Number(b?.['id'])),
          await listOf(who),
          `${who.name}, ${limit} a page`,
        );
        assert.deepEqual(await changedIds(who, cursor), []);
      }
    }
  });

  it('has what a transaction changed that was open when later ones were read, and nothing twice', async () => {
    const [first, second] = [await fixtures.createTicket(), await fixtures.createTicket()];
    const before = await present(anna);
    const slow = new pg.Client({ connectionString: fixtures.url });
    await slow.connect();
    try {
      await slow.query(`begin; update tickets set floor = '7' where id = ${first}`);
      await must(anna, 'PATCH', `/ext/tickets/${second}`, { floor: '8' });
      const whileOpen = await readAll(anna, before);
      assert.deepEqual(ids(whileOpen.items), [second], 'a later change does not wait for the open transaction');
      assert.deepEqual(await changedIds(anna, whileOpen.cursor), []);
      await slow.query('commit');
      const after = await readAll(anna, whileOpen.cursor);
      assert.deepEqual(ids(after.items), [first]);
      assert.equal(after.items[0]?.ticket?.['floor'], '7');
      assert.deepEqual(await changedIds(anna, after.cursor), []);
    } finally {
      await slow.end();
    }
  });

  it('skips nothing that commits between two pages with the number of a transaction before the page', async () => {
    const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => fixtures.createTicket()));
    const before = await present(root);
    const slow = new pg.Client({ connectionString: fixtures.url });
    await slow.connect();
    try {
      await slow.query(`begin; update tickets set floor = '7' where id = ${first}`);
      for (const id of others) await must(anna, 'PATCH', `/ext/tickets/${id}`, { floor: '8' });
      const page = await read(root, before, 1);
      assert.equal(page.more, true);
      await slow.query('commit');
      const rest = await readAll(root, page.cursor, 1);
      assert.deepEqual(
        ids([...page.items, ...rest.items]),
        others.toSorted((a, b) => a - b),
      );
      assert.deepEqual(await changedIds(root, rest.cursor), [first]);
    } finally {
      await slow.end();
    }
  });

  it('has a ticket once as a change that changes while the list of all tickets is read', async () => {
    const page = await read(root, undefined, 1);
    const last = (await listOf(root)).at(-1)?.id ?? 0;
    await must(anna, 'PATCH', `/ext/tickets/${last}`, { reference: 'while-listed' });
    const created = await fixtures.createTicket();
    const rest = await readAll(root, page.cursor, 2);
    assert(!ids(rest.items).includes(last));
    assert.deepEqual(await changedIds(root, rest.cursor), [last, created]);
  });

  it('has each change of what GET /ext/tickets answers', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const operations: Record<string, () => Promise<unknown>> = {
      'a comment': () => must(wanda, 'POST', `/ext/tickets/${id}/comments`, { text: 'Here' }),
      'an attachment': () => {
        const { body, headers } = multipartForm([{ name: 'a.jpg', type: 'image/jpeg', bytes: photo('jpeg') }]);
        return must(anna, 'POST', `/ext/tickets/${id}/attachments`, body, headers);
      },
      'a photo': () => {
        const { body, headers } = multipartForm([{ name: 'a.jpg', type: 'image/jpeg', bytes: photo('jpeg') }]);
        return must(wanda, 'POST', `/tickets/${id}/photos`, body, headers);
      },
      tags: () => must(anna, 'PUT', `/ext/tickets/${id}/tags`, { tags: ['storm'] }),
      'no tags': () => must(anna, 'PUT', `/ext/tickets/${id}/tags`, { tags: [] }),
      'a hold': () => must(anna, 'PUT', `/ext/tickets/${id}/hold`, { reason: 'part' }),
      'the end of a hold': () => must(anna, 'DELETE', `/ext/tickets/${id}/hold`),
      'an appointment': () =>
        must(anna, 'PUT', `/ext/tickets/${id}/appointment`, {
          from: new Date(fixtures.now.getTime() + days(1)).toISOString(),
          to: new Date(fixtures.now.getTime() + days(1) + minutes(60)).toISOString(),
        }),
      'the end of an appointment': () => must(anna, 'DELETE', `/ext/tickets/${id}/appointment`),
      'a reference': () => must(anna, 'PATCH', `/ext/tickets/${id}`, { reference: 'R-1' }),
      'a transition': () => must(wanda, 'PATCH', `/tickets/${id}/done`),
    };
    for (const [name, operation] of Object.entries(operations)) {
      const [ofAnna, ofRoot] = [await present(anna), await present(root)];
      await operation();
      assert.deepEqual(await changedIds(anna, ofAnna), [id], name);
      assert.deepEqual(await changedIds(root, ofRoot), [id], name);
    }
  });

  it('tells a client nothing of internal comments', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    const [ofAnna, ofRoot] = [await present(anna), await present(root)];
    await must(wanda, 'POST', `/ext/tickets/${id}/comments`, { text: 'Bring the long ladder', internal: true });
    assert.deepEqual(await changedIds(anna, ofAnna), []);
    assert.deepEqual(await changedIds(root, ofRoot), [id]);
  });

  it('has nothing for a reminder, which nobody sees', async () => {
    const id = await fixtures.createTicket();
    const before = await present(root);
    await run(sql`update tickets set reminded_at = now() where id = ${id}`);
    assert.deepEqual(await changedIds(root, before), []);
  });

  it('has the tickets in which an object, a project or a person has another name, or whose targets changed', async () => {
    const shed = await must(anna, 'POST', `/projects/${tower}/objects`, { name: 'Shed', address: 'Hill 12, Berlin' });
    const inShed = await fixtures.createTicket({}, anna, shed.id);
    const ofTower = ids((await listOf(anna)) as Change[]);
    const ofWanda = (await listOf(wanda))
      .filter((ticket) => 'worker_id' in ticket && ticket.worker_id === wanda.id)
      .map(({ id }) => id);
    const working_hours = null;
    const minutesOf = { low: null, normal: 60, high: null };
    const targets = { timezone: 'UTC', working_hours, take_within_minutes: minutesOf, finish_within_minutes: minutesOf };
    const renames: [string, () => Promise<unknown>, number[]][] = [
      ['object', () => must(anna, 'PATCH', `/objects/${shed.id}`, { name: 'Large shed' }), [inShed]],
      ['project', () => must(anna, 'PATCH', `/projects/${tower}`, { name: 'High tower' }), ofTower],
      ['worker', () => must(root, 'PATCH', `/ext/users/${wanda.id}`, { name: 'Wanda W.' }), ofWanda],
      ['client', () => must(anna, 'PATCH', '/ext/me', { name: 'Anna A.' }), ofTower],
      ['targets', () => must(anna, 'PUT', `/ext/projects/${tower}/targets`, targets), ofTower],
    ];
    for (const [name, rename, expected] of renames) {
      const before = await present(anna);
      await rename();
      await markRenamedTickets(fixtures.deps);
      assert.deepEqual(
        await changedIds(anna, before),
        expected.toSorted((a, b) => a - b),
        name,
      );
    }
    const { rows } = await sql`select from changed_scopes`.execute(fixtures.db.read);
    assert.deepEqual(rows, []);
  });

  it('marks more tickets of one name than a transaction may have, each once', async () => {
    const shed = await must(anna, 'POST', `/projects/${tower}/objects`, { name: 'Crowded', address: 'Hill 12, Berlin' });
    const id = await fixtures.createTicket({}, anna, shed.id);
    await run(sql`
      insert into tickets (category, description, address, project_id, object_id, client_id, created_at, priority)
      select category, description, address, project_id, object_id, client_id, created_at, priority
      from tickets, generate_series(1, 1100) where id = ${id}`);
    const before = await present(anna);
    await must(anna, 'PATCH', `/objects/${shed.id}`, { name: 'Very crowded' });
    assert.equal(await markRenamedTickets(fixtures.deps), 1101);
    const { items } = await readAll(anna, before, 300);
    assert.equal(new Set(ids(items)).size, 1101);
    assert.equal(items.length, 1101);
    await run(sql`delete from tickets where object_id = ${shed.id} and id <> ${id}`);
  });

  it('has the ids of deleted tickets, for their client and admins only', async () => {
    const object = await must(anna, 'POST', '/projects', { name: 'Gone' });
    const gate = await must(anna, 'POST', `/projects/${object.id}/objects`, { name: 'Gate', address: 'Hill 12, Berlin' });
    const id = await fixtures.createTicket({}, anna, gate.id);
    const cursors = [await present(anna), await present(root), await present(boris)];
    await must(root, 'DELETE', `/projects/${object.id}`);
    const [ofAnna, ofRoot, ofBoris] = cursors;
    assert.deepEqual((await readAll(anna, ofAnna)).items, [{ id, deleted: true }]);
    assert.deepEqual((await readAll(root, ofRoot)).items, [{ id, deleted: true }]);
    assert.deepEqual((await readAll(boris, ofBoris)).items, []);
  });

  it('refuses a cursor that is damaged, of another account or of a database that was replaced', async () => {
    const cursor = await present(anna);
    const decoded = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const snapshot = (text: string) => ({ ...decoded, since: { ...decoded.since, text } });
    const broken = [
      'x',
      encode({}),
      ...['5:4:', '5:9:4', '5:9:9', '5:9:7,6', '0:9:', '1:99999999999999999999:', '::'].map((text) => encode(snapshot(text))),
    ];
    for (const after of broken) {
      const { status, headers } = await fixtures.call(anna, 'GET', `/ext/changes?after=${after}`);
      assert.deepEqual([status, headers['error-code']], [400, 'cursor_invalid'], after);
    }
    for (const who of [boris, root]) {
      assert.equal((await fixtures.call(who, 'GET', `/ext/changes?after=${cursor}`)).headers['error-code'], 'cursor_invalid');
    }
    const other = await fixtures.call(anna, 'GET', `/ext/changes?after=${encode({ ...decoded, epoch: 'x' })}`);
    assert.deepEqual([other.status, other.headers['error-code']], [410, 'cursor_of_other_database']);
  });

  it('keeps deletions for 30 days, after which a cursor is 410', async () => {
    const id = await fixtures.createTicket();
    const before = await present(anna);
    await pruneChanges(fixtures.deps);
    await run(sql`delete from tickets where id = ${id}`);
    fixtures.advanceClock(minutes(61));
    await pruneChanges(fixtures.deps);
    // A transaction of another test on the same server may be open, and everything after it not known to have ended.
    await run(sql`update change_horizons set xid = pg_snapshot_xmax(pg_current_snapshot())`);
    fixtures.advanceClock(days(30) - minutes(61));
    await pruneChanges(fixtures.deps);
    assert.deepEqual((await readAll(anna, before)).items, [{ id, deleted: true }]);
    fixtures.advanceClock(minutes(1));
    const { status, headers } = await fixtures.call(anna, 'GET', `/ext/changes?after=${before}`);
    assert.deepEqual([status, headers['error-code']], [410, 'cursor_expired']);
    fixtures.advanceClock(days(1) + minutes(61));
    const changed = await fixtures.createTicket();
    assert((await pruneChanges(fixtures.deps)) > 0);
    const { rows } = await sql<{ ticket_id: number }>`select ticket_id from ticket_changes`.execute(fixtures.db.read);
    assert.deepEqual(
      rows.map(({ ticket_id }) => ticket_id),
      [changed],
    );
    assert.deepEqual(ids((await readAll(anna)).items), ids((await readAll(anna)).items));
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { multipartForm, photo } from '../testing/photo-files.ts';
import { waitForLockWait } from '../testing/wait.ts';

const fixtures = await Fixtures.create({ MAX_COMMENTS_PER_HOUR: '40', TICKET_RETENTION_DAYS: '30' });
const { anna, boris, ivan, lobby, oleg, root, tower, wanda } = fixtures;

const read = (who: TestUser, id: number, query = '') => fixtures.call(who, 'GET', `/ext/tickets/${id}/comments${query}`);
const write = (who: TestUser, id: number, text: string) => fixtures.call(who, 'POST', `/ext/tickets/${id}/comments`, { text });
const textsOf = async (id: number): Promise<string[]> =>
  (await read(root, id)).body.items.map(({ text }: { text: string }) => text);
const patch = (who: TestUser, id: number, op: string, body?: object) => fixtures.call(who, 'PATCH', `/tickets/${id}/${op}`, body);

describe('POST /ext/tickets/{id}/comments', () => {
  it('POST /ext/tickets/{id}/comments adds a comment that GET lists, the oldest first, and leaves ticket and journal alone', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    const before = await fixtures.call(anna, 'GET', `/tickets/${id}`);
    const { total: entries } = (await fixtures.call(anna, 'GET', `/tickets/${id}/events`)).body;
    const { status, body } = await write(wanda, id, '  Which door is it? \n');
    assert.equal(status, 201);
    const { id: commentId, ...comment } = body;
    assert.deepEqual(comment, {
      author_id: wanda.id,
      author_name: 'wanda',
      author_role: 'worker',
      text: 'Which door is it?',
      internal: false,
      to_reporter: false,
      attachments: [],
      created_at: fixtures.now.toISOString(),
    });
    await write(anna, id, 'The left one');
    await write(root, id, 'The key is next door');
    const page = (await read(wanda, id, '?limit=2')).body;
    assert.deepEqual([page.total, page.limit, page.offset], [3, 2, 0]);
    assert.deepEqual(page.items[0], body);
    assert.equal(page.items[0].id, commentId);
    assert.deepEqual(await textsOf(id), ['Which door is it?', 'The left one', 'The key is next door']);
    assert.equal((await fixtures.call(anna, 'GET', `/ext/tickets/${id}`)).body.comments, 3);
    assert.equal((await fixtures.call(anna, 'GET', `/ext/tickets?ids=${id}`)).body.items[0].comments, 3);
    assert.deepEqual((await read(anna, id, '?order=desc&limit=1')).body.items[0].text, 'The key is next door');
    assert.deepEqual((await fixtures.call(anna, 'GET', `/tickets/${id}`)).body, before.body);
    assert.equal((await fixtures.call(anna, 'GET', `/tickets/${id}/events`)).body.total, entries);
  });

  it('POST /ext/tickets/{id}/comments counts characters of the trimmed text and refuses 0 and 4,001', async () => {
    const id = await fixtures.createTicket();
    assert.equal((await write(anna, id, '  \n ')).status, 400);
    assert.equal((await write(anna, id, '🔧'.repeat(4_001))).status, 400);
    const { status, body } = await write(anna, id, ` ${'🔧'.repeat(4_000)} `);
    assert.deepEqual([status, [...body.text].length], [201, 4_000]);
  });

  it('POST /ext/tickets/{id}/comments returns 409 on a closed ticket, whose comments stay readable', async () => {
    const id = await fixtures.createTicketWithStatus('done');
    await write(anna, id, 'Looks good');
    await patch(anna, id, 'confirm');
    const { status, body } = await write(anna, id, 'Too late');
    assert.deepEqual([status, body], [409, { error: 'a closed ticket takes no comments' }]);
    assert.deepEqual(await textsOf(id), ['Looks good']);
  });

  it('POST /ext/tickets/{id}/comments waits for a transaction that closes the ticket and returns 409 then', async () => {
    const id = await fixtures.createTicket();
    let answer: ReturnType<typeof write> | undefined;
    await fixtures.transaction(async (tx) => {
      await sql`
        insert into ticket_events (ticket_id, action, from_status, to_status, actor_id, actor_name, comment, created_at)
        values (${id}, 'canceled', 'new', 'closed', ${anna.id}, 'anna', 'a mistake', ${fixtures.now})`.execute(tx);
      const closed = { status: 'closed' as const, closed_at: fixtures.now, closed_by: anna.id, cancel_reason: 'a mistake' };
      await tx.updateTable('tickets').set(closed).where('id', '=', id).execute();
      answer = write(anna, id, 'Wait for me');
      await waitForLockWait(fixtures.db);
    });
    assert.equal((await answer)?.status, 409);
    assert.deepEqual(await textsOf(id), []);
  });

  it('POST /ext/tickets/{id}/comments enqueues a delivery for a subscriber and none without one', async () => {
    const id = await fixtures.createTicket();
    await fixtures.clearDeliveries();
    const { body } = await write(anna, id, 'Which door is it?');
    assert.deepEqual(await fixtures.pendingDeliveries('notifications'), [
      {
        kind: 'comment_added',
        ticket_id: id,
        comment_id: body.id,
        author_id: anna.id,
        author_name: 'anna',
        text: 'Which door is it?',
      },
    ]);
    await fixtures.clearDeliveries();
  });
});

describe('comments', () => {
  it('comments keep the name of their author and the pictures that it adds to them, also when the account is deleted', async () => {
    const gone = await fixtures.createUser('leaver', 'admin');
    const id = await fixtures.createTicket();
    const other = await fixtures.createTicket();
    const { body: comment } = await write(gone, id, 'Look at this door');
    const attach = (who: TestUser, ticket: number, comment_id: number) => {
      const { body, headers } = multipartForm([
        { field: 'comment_id', bytes: String(comment_id) },
        { name: 'door.jpg', bytes: photo() },
      ]);
      return fixtures.call(who, 'POST', `/ext/tickets/${ticket}/attachments`, body, headers);
    };
    const { status, body: picture } = await attach(gone, id, comment.id);
    assert.equal(status, 201, JSON.stringify(picture));
    for (const [who, ticket, commentId] of [
      [anna, id, comment.id],
      [gone, other, comment.id],
      [gone, id, 999_999],
    ] as const) {
      const refused = await attach(who, ticket, commentId);
      assert.deepEqual([refused.status, refused.body], [404, { error: 'comment not found' }]);
    }
    const { filename, content_type, size, url, thumb_url } = picture;
    const expected = { id: picture.id, filename, content_type, size, url, thumb_url };
    assert.deepEqual((await read(anna, id)).body.items[0].attachments, [expected]);
    assert.equal((await fixtures.call(root, 'DELETE', `/users/${gone.id}`)).status, 200);
    const [kept] = (await read(anna, id)).body.items;
    const { author_id, author_name, author_role, attachments } = kept;
    assert.deepEqual([author_id, author_name, author_role, attachments], ['', 'leaver', 'admin', [expected]]);
  });

  it('POST /ext/tickets/{id}/comments returns 429 with Retry-After above MAX_COMMENTS_PER_HOUR, for this account only', async () => {
    const id = await fixtures.createTicket();
    const busy = await fixtures.createUser('busy', 'admin');
    const answers = await Promise.all(Array.from({ length: 44 }, (_, i) => write(busy, id, `No ${i}`)));
    assert.deepEqual(
      [201, 429].map((status) => answers.filter((answer) => answer.status === status).length),
      [40, 4],
    );
    const refused = answers.find(({ status }) => status === 429);
    assert(Number(refused?.headers['retry-after']) > 3_500);
    assert.equal((await write(root, id, 'Still here')).status, 201);
    assert.equal((await write(oleg, id, 'Not mine')).status, 403);
    fixtures.advanceClock(3_600_000);
    assert.equal((await write(busy, id, 'Back again')).status, 201);
  });
});

const contactsOf = (who: typeof root, id: number) => fixtures.call(who, 'GET', `/ext/tickets/${id}/contacts`);

await fixtures.transaction(async (tx) => {
  await tx.updateTable('users').set({ phone: '+49 30 111' }).where('id', '=', anna.id).execute();
  await tx.updateTable('users').set({ phone: '+49 30 222' }).where('id', '=', wanda.id).execute();
});
const ofAnna = { name: 'anna', phone: '+49 30 111' };
const ofWanda = { name: 'wanda', phone: '+49 30 222' };

describe('GET /ext/tickets/{id}/contacts', () => {
  it('GET /ext/tickets/{id}/contacts returns the client, and null for the worker until one is assigned', async () => {
    const id = await fixtures.createTicket();
    for (const who of [root, anna, wanda]) {
      const { status, body } = await contactsOf(who, id);
      assert.deepEqual([status, body], [200, { client: ofAnna, worker: null, reporter: null }], who.name);
    }
    await fixtures.call(wanda, 'PATCH', `/tickets/${id}/take`);
    for (const who of [root, anna, wanda])
      assert.deepEqual((await contactsOf(who, id)).body, { client: ofAnna, worker: ofWanda, reporter: null });
  });

  it('GET /ext/tickets/{id}/contacts returns both contacts of a closed ticket, and no worker of one that was canceled as new', async () => {
    assert.deepEqual((await contactsOf(wanda, await fixtures.createTicketWithStatus('closed'))).body, {
      client: ofAnna,
      worker: ofWanda,
      reporter: null,
    });
    const id = await fixtures.createTicket();
    await fixtures.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'a mistake' });
    assert.deepEqual((await contactsOf(anna, id)).body, { client: ofAnna, worker: null, reporter: null });
  });

  it('GET /ext/tickets/{id}/contacts returns no phone of the client to a worker who has left the project', async () => {
    const igor = await fixtures.createUser('Igor', 'worker');
    await fixtures.addMember(fixtures.tower, igor, 'active');
    const id = await fixtures.createTicket();
    await fixtures.call(igor, 'PATCH', `/tickets/${id}/take`);
    await fixtures.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'a mistake' });
    assert.equal((await contactsOf(igor, id)).body.client.phone, '+49 30 111');
    const removed = await fixtures.call(anna, 'DELETE', `/projects/${fixtures.tower}/workers/${igor.id}`);
    assert.equal(removed.status, 200, JSON.stringify(removed.body));
    const { status, body } = await contactsOf(igor, id);
    assert.deepEqual([status, body.client], [200, { name: 'anna', phone: '' }]);
    assert.equal((await contactsOf(anna, id)).body.client.phone, '+49 30 111');
  });

  it('GET /ext/tickets/{id}/contacts returns an empty phone for an account without one', async () => {
    const id = await fixtures.createTicket({}, boris, fixtures.gate);
    assert.deepEqual((await contactsOf(boris, id)).body, { client: { name: 'boris', phone: '' }, worker: null, reporter: null });
  });
});

describe('notes of an object', () => {
  const url = `/ext/objects/${lobby}/notes`;
  const read = async (who: typeof root) => fixtures.call(who, 'GET', url);

  it('notes of an object are empty until somebody writes them, and are replaced as a whole', async () => {
    assert.deepEqual((await read(wanda)).body, { text: '', updated_at: null });
    const { body } = await fixtures.call(anna, 'PUT', url, { text: '  Key at the porter\n\nRing twice  ' });
    assert.equal(body.text, 'Key at the porter\n\nRing twice');
    for (const who of [root, anna, wanda]) assert.deepEqual((await read(who)).body, body);
    await fixtures.call(root, 'PUT', url, { text: '' });
    assert.equal((await read(wanda)).body.text, '');
  });

  it('notes take up to 2,000 characters, counted as code points', async () => {
    assert.equal((await fixtures.call(anna, 'PUT', url, { text: '🔑'.repeat(2_000) })).status, 200);
  });

  it('a worker reads notes from the day it is a member until it is not', async () => {
    for (const who of [oleg, ivan]) assert.equal((await read(who)).status, 404);
    await fixtures.call(ivan, 'POST', `/projects/${tower}/invitation/accept`);
    assert.equal((await read(ivan)).status, 200);
    await fixtures.call(anna, 'DELETE', `/projects/${tower}/workers/${ivan.id}`);
    assert.equal((await read(ivan)).status, 404);
  });

  it('notes written at the same moment are written one after the other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => fixtures.call(anna, 'PUT', url, { text: `Key number ${n}` })),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.match((await read(wanda)).body.text, /^Key number \d$/);
  });
});

import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { disableOfExpiredTokens } from '../../src/outbound/webhooks/actions.ts';
import { hours } from '../../src/platform/lib/duration.ts';
import { deliverEvent } from '../../src/platform/module/events.ts';
import { endDueHolds } from '../../src/product/tickets/holds/end-due-holds.ts';
import { password, type TestUser } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { openPortal, sendReport } from '../../testing/portal-client.ts';
import { realPhoto } from '../../testing/real-photos.ts';
import { accept, answerWith } from '../../testing/webhook-receiver.ts';
import { createHook, deleteHooks, deliveriesOf, fixtures, hookOf, receiver, work } from './hook-fixtures.ts';

const { root, anna, boris, wanda } = fixtures;

afterEach(async () => {
  receiver.answer = accept;
  await deleteHooks();
});

const call = (who: TestUser, ...request: [Parameters<typeof fixtures.call>[1], string, unknown?]) =>
  fixtures.call(who, ...request);
const create = (who: TestUser, url: string, events = ['ticket_created']) => call(who, 'POST', '/ext/webhooks', { url, events });
const verify = (secret: string, { body, headers }: (typeof receiver.received)[number]) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

describe('a webhook of an API token', () => {
  const tokenOf = async (who: TestUser, more: object = {}) => {
    const { body: signedIn } = await fixtures.call(undefined, 'POST', '/auth/login', { email: who.email, password });
    const headers = { authorization: `Bearer ${signedIn.token}` };
    const { body } = await fixtures.call(undefined, 'POST', '/ext/tokens', { name: 'sync', scope: 'write', ...more }, headers);
    const revoke = async () => (await fixtures.call(undefined, 'DELETE', `/ext/tokens/${body.id}`, undefined, headers)).status;
    const use = (method: 'POST' | 'PATCH', url: string, sent?: object) =>
      fixtures.call(undefined, method, url, sent, { authorization: `Bearer ${body.token}` });
    return { id: body.id as string, revoke, use };
  };
  const hookBody = () => ({ url: `${receiver.url}/token`, events: ['ticket_created'] });
  const stateOf = async (id: string) => {
    const { active, disabled } = await hookOf(anna, { id });
    return [active, disabled?.reason];
  };
  const restart = () => disableOfExpiredTokens(fixtures.deps);

  it('gets another secret from its token, which learns none of webhooks of people', async () => {
    const token = await tokenOf(anna);
    const made = await token.use('POST', '/ext/webhooks', hookBody());
    const ofAnna = await createHook(anna, ['ticket_created']);
    assert.equal((await token.use('POST', `/ext/webhooks/${made.body.id}/rotate-secret`)).status, 200);
    const refused = await token.use('POST', `/ext/webhooks/${ofAnna.id}/rotate-secret`);
    assert.deepEqual([refused.status, refused.body], [403, { error: 'not available with an API token' }]);
  });

  it('is disabled when the token is revoked, and nothing more is sent to it', async () => {
    const token = await tokenOf(anna);
    const made = await token.use('POST', '/ext/webhooks', hookBody());
    assert.equal(made.status, 201);
    await fixtures.createTicket({}, anna, fixtures.lobby);
    assert.equal(await token.revoke(), 200);
    assert.deepEqual(await stateOf(made.body.id), [false, 'token']);
    await work();
    assert.deepEqual(receiver.received, []);
    const { body } = await call(root, 'GET', '/ext/audit?event=webhook_changed&limit=1');
    assert.deepEqual(body.items[0].detail, { change: 'disabled', reason: 'token', owner_id: anna.id });
  });

  it('is disabled when the token expires, and when it was deleted', async () => {
    const expires_at = new Date(fixtures.now.getTime() + hours(1)).toISOString();
    const [expiring, deleted] = [await tokenOf(anna, { expires_at }), await tokenOf(anna)];
    const first = await expiring.use('POST', '/ext/webhooks', hookBody());
    const second = await deleted.use('POST', '/ext/webhooks', hookBody());
    await restart();
    assert.deepEqual(await stateOf(first.body.id), [true, undefined]);
    await fixtures.transaction((tx) => tx.deleteFrom('api_tokens').where('id', '=', deleted.id).execute());
    const before = fixtures.now;
    fixtures.advanceClock(hours(1));
    await restart();
    fixtures.now = before;
    assert.deepEqual(await stateOf(first.body.id), [false, 'token']);
    assert.deepEqual(await stateOf(second.body.id), [false, 'token']);
  });

  it('is one that the token gave its URL, and not one that it only changed otherwise', async () => {
    const token = await tokenOf(anna);
    const [moved, renamed] = [await createHook(anna, ['ticket_created']), await createHook(anna, ['ticket_created'])];
    await token.use('PATCH', `/ext/webhooks/${moved.id}`, { url: `${receiver.url}/elsewhere` });
    await token.use('PATCH', `/ext/webhooks/${renamed.id}`, { events: ['ticket_done'], active: true });
    await token.revoke();
    assert.deepEqual(await stateOf(moved.id), [false, 'token']);
    assert.deepEqual(await stateOf(renamed.id), [true, undefined]);
  });

  it('goes on when a person has enabled it or given it a URL', async () => {
    const token = await tokenOf(anna);
    const [enabled, moved] = [
      await token.use('POST', '/ext/webhooks', hookBody()),
      await token.use('POST', '/ext/webhooks', hookBody()),
    ];
    await call(anna, 'PATCH', `/ext/webhooks/${moved.body.id}`, { url: `${receiver.url}/mine` });
    await token.revoke();
    assert.deepEqual(await stateOf(moved.body.id), [true, undefined]);
    assert.deepEqual(await stateOf(enabled.body.id), [false, 'token']);
    await call(anna, 'PATCH', `/ext/webhooks/${enabled.body.id}`, { active: true });
    await restart();
    assert.deepEqual(await stateOf(enabled.body.id), [true, undefined]);
  });
});

describe('the management of webhooks', () => {
  it('answers the secret at the creation only, and stores it encrypted', async () => {
    const { status, body } = await create(anna, `${receiver.url}/in`, ['ticket_created', 'ticket_done']);
    assert.equal(status, 201);
    assert.match(body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const { body: page } = await call(anna, 'GET', '/ext/webhooks');
    const { secret: _, ...shown } = body;
    assert.deepEqual(page, { items: [shown], total: 1, limit: 20, offset: 0 });
    assert.deepEqual(
      { ...shown, id: '', created_at: '' },
      {
        id: '',
        owner_id: anna.id,
        owner_name: 'anna',
        url: `${receiver.url}/in`,
        events: ['ticket_created', 'ticket_done'],
        active: true,
        created_at: '',
        disabled: null,
        failing_since: null,
        next_attempt_at: null,
        waiting: 0,
        previous_secret_until: null,
      },
    );
    const { rows } = await sql<{ secret: Buffer }>`select secret from webhooks`.execute(fixtures.db.read);
    assert(!rows[0]?.secret.includes(body.secret) && rows[0]?.secret[0] === 1);
  });

  it('hides webhooks from other clients, and shows admins all of them', async () => {
    const hook = await createHook(anna, ['ticket_created']);
    await fixtures.createTicket();
    await work();
    const [{ id: delivery }] = await deliveriesOf(anna, hook);
    assert.equal((await call(boris, 'GET', '/ext/webhooks')).body.total, 0);
    assert.equal((await call(root, 'GET', '/ext/webhooks')).body.items[0].owner_name, 'anna');
    assert.equal((await call(root, 'PATCH', `/ext/webhooks/${hook.id}`, { active: false })).body.active, false);
    const foreign = await createHook(boris, ['ticket_created']);
    assert.equal((await call(anna, 'POST', `/ext/webhooks/${hook.id}/deliveries/999999/redeliver`)).status, 404);
    assert.equal((await call(boris, 'POST', `/ext/webhooks/${foreign.id}/deliveries/${delivery}/redeliver`)).status, 404);
  });

  it('refuses more webhooks of an account than MAX_WEBHOOKS with 409, at once too', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(anna, `${receiver.url}/in`)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(6).fill(201), 409, 409]);
    assert.equal((await create(boris, `${receiver.url}/in`)).status, 201);
  });

  it('changes URL, events and state, deletes, and records each change in the audit log without the URL', async () => {
    const { id } = await createHook(anna, ['ticket_created']);
    const changed = await call(anna, 'PATCH', `/ext/webhooks/${id}`, {
      url: 'https://hooks.example.com/x?key=1#top',
      events: ['overdue'],
    });
    assert.deepEqual([changed.body.url, changed.body.events], ['https://hooks.example.com/x?key=1', ['overdue']]);
    await call(anna, 'PATCH', `/ext/webhooks/${id}`, { active: false });
    await call(anna, 'POST', `/ext/webhooks/${id}/rotate-secret`);
    assert.equal((await call(anna, 'DELETE', `/ext/webhooks/${id}`)).status, 200);
    assert.equal((await call(anna, 'DELETE', `/ext/webhooks/${id}`)).status, 404);
    const { body } = await call(root, 'GET', `/ext/audit?event=webhook_changed&subject_id=${id}&order=asc`);
    assert.deepEqual(
      body.items.map(({ subject_name, detail }: { subject_name: string; detail: object }) => [subject_name, detail]),
      [
        [receiver.host, { change: 'created' }],
        ['hooks.example.com', { change: 'changed' }],
        ['hooks.example.com', { change: 'changed', active: false }],
        ['hooks.example.com', { change: 'secret_rotated' }],
        ['hooks.example.com', { change: 'deleted' }],
      ],
    );
  });
});

describe('the URL of a webhook', () => {
  const refused = [
    ...['http://hooks.example.com/', 'ftp://hooks.example.com/', 'javascript:alert(1)', 'hooks.example.com'],
    ...['https://user:secret@hooks.example.com/', 'https://user@hooks.example.com/', 'https://intranet/', 'https://10.1.2.3/'],
    ...['https://hooks.example.com:22/', 'https://hooks.example.com:25/', 'https://127.0.0.1:1/'],
    `https://hooks.example.com/${'x'.repeat(2_100)}`,
  ];
  it('is refused with 400', async () => {
    for (const url of refused) assert.equal((await create(anna, url)).status, 400, url);
    const { id } = await createHook(anna, ['ticket_created']);
    assert.equal((await call(anna, 'PATCH', `/ext/webhooks/${id}`, { url: 'https://10.0.0.1/' })).status, 400);
    // A name without an address of its own is refused when it is connected to.
    assert.equal((await create(anna, 'https://hooks.example.lan/')).status, 201);
  });

  it('is accepted: https at a public host, or a host of WEBHOOK_ALLOWED_HOSTS', async () => {
    for (const url of ['https://hooks.example.com/a', 'https://8.8.8.8:8443/', 'http://hooks.example.lan:8443/']) {
      assert.equal((await create(anna, url)).status, 201, url);
    }
  });
});

describe('a message', () => {
  it('is signed as Standard Webhooks say, and holds the ticket as the API shows it', async () => {
    const hook = await createHook(anna, ['ticket_created', 'ticket_assigned']);
    const id = await fixtures.createTicket();
    await call(anna, 'PATCH', `/tickets/${id}/assign`, { worker_id: wanda.id });
    await work();
    const [created, assigned] = receiver.received;
    assert(created && assigned);
    assert.equal(created.headers['content-type'], 'application/json');
    const { body: ticket } = await call(anna, 'GET', `/tickets/${id}`);
    const { body: events } = await call(anna, 'GET', `/tickets/${id}/events`);
    const actor = { id: anna.id, name: 'anna' };
    const common = { ticket_id: id, project_id: fixtures.tower, actor, reason: '', ticket };
    const timestamp = fixtures.now.toISOString();
    const [first, second] = events.items;
    assert.deepEqual(verify(hook.secret, created), {
      type: 'ticket_created',
      timestamp,
      data: { ...common, journal_id: first.id, from_status: null, to_status: 'new' },
    });
    assert.deepEqual(verify(hook.secret, assigned), {
      type: 'ticket_assigned',
      timestamp,
      data: { ...common, journal_id: second.id, from_status: 'new', to_status: 'assigned' },
    });
    assert.notEqual(created.headers['webhook-id'], assigned.headers['webhook-id']);
    assert.throws(() => verify(hook.secret, { ...created, body: created.body.replace('lamp', 'door') }));
    const [delivery] = await deliveriesOf(anna, hook);
    assert.deepEqual(
      [delivery.event, delivery.state, delivery.status, delivery.attempts, delivery.message_id, delivery.body],
      ['ticket_created', 'delivered', 204, 1, created.headers['webhook-id'], created.body],
    );
  });

  it('is signed with both secrets for a day after a rotation', async () => {
    const hook = await createHook(anna, ['ticket_created']);
    const { body: rotated } = await call(anna, 'POST', `/ext/webhooks/${hook.id}/rotate-secret`);
    assert.notEqual(rotated.secret, hook.secret);
    await fixtures.createTicket();
    await work();
    const [both] = receiver.received;
    assert(both);
    verify(hook.secret, both);
    verify(rotated.secret, both);
    const before = fixtures.now;
    fixtures.advanceClock(hours(24));
    await fixtures.createTicket();
    await work();
    const signature = receiver.received[1]?.headers['webhook-signature'];
    assert.equal(String(signature).split(' ').length, 1);
    fixtures.now = before;
  });

  it('tells of every step of a ticket, in order', async () => {
    const all = ['created', 'available', 'assigned', 'started', 'done', 'rejected', 'confirmed', 'canceled'];
    const hook = await createHook(anna, [
      ...all.map((name) => `ticket_${name}`),
      'ticket_edited',
      'comment_added',
      'handed_back',
    ]);
    const id = await fixtures.createTicketWithStatus('assigned');
    await call(wanda, 'POST', `/ext/tickets/${id}/hand-back`, { reason: 'no key' });
    await call(anna, 'POST', `/ext/tickets/${id}/comments`, { text: 'At the porter' });
    await call(anna, 'PATCH', `/ext/tickets/${id}`, { floor: '3', priority: 'high', category: 'electric' });
    await call(wanda, 'PATCH', `/tickets/${id}/start`);
    await call(wanda, 'PATCH', `/tickets/${id}/done`);
    await call(anna, 'PATCH', `/tickets/${id}/reject`, { reason: 'still dark' });
    await call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'not needed' });
    await work();
    const bodies = receiver.bodies(hook.path);
    assert.deepEqual(
      bodies.map(({ type, data }) => [type, data.reason ?? data.comment?.text ?? data.changes]),
      [
        ['ticket_created', ''],
        ['ticket_available', ''],
        ['ticket_assigned', ''],
        ['handed_back', 'no key'],
        ['comment_added', 'At the porter'],
        [
          'ticket_edited',
          [
            { field: 'priority', from: 'normal', to: 'high' },
            { field: 'floor', from: '', to: '3' },
          ],
        ],
        ['ticket_started', ''],
        ['ticket_done', ''],
        ['ticket_rejected', 'still dark'],
        ['ticket_canceled', 'not needed'],
      ],
    );
    assert.deepEqual(bodies[3].data.worker, { id: wanda.id, name: 'wanda' });
    assert.equal(bodies[4].data.comment.author_name, 'anna');
    assert.deepEqual([bodies[5].data.actor, bodies[5].data.ticket.floor], [{ id: anna.id, name: 'anna' }, '3']);
  });

  it('tells of holds and their end, with who did it or nobody', async () => {
    const hook = await createHook(anna, ['ticket_on_hold', 'hold_ended']);
    const id = await fixtures.createTicketWithStatus('assigned');
    await call(wanda, 'PUT', `/ext/tickets/${id}/hold`, { reason: 'part', note: 'ordered' });
    await call(anna, 'DELETE', `/ext/tickets/${id}/hold`);
    await call(wanda, 'PUT', `/ext/tickets/${id}/hold`, { reason: 'access' });
    await call(wanda, 'PATCH', `/tickets/${id}/start`);
    await endDueHolds(fixtures.deps);
    await work();
    assert.deepEqual(
      receiver
        .bodies(hook.path)
        .map(({ type, data: { hold, actor, ticket } }) => [
          ...[type, hold.reason, hold.note, hold.end_reason, hold.by.name, actor.name, ticket.id === id],
        ]),
      [
        ['ticket_on_hold', 'part', 'ordered', 'removed', 'wanda', 'wanda', true],
        ['hold_ended', 'part', 'ordered', 'removed', 'wanda', 'anna', true],
        ['ticket_on_hold', 'access', '', 'changed', 'wanda', 'wanda', true],
        ['hold_ended', 'access', '', 'changed', 'wanda', '', true],
      ],
    );
  });

  it('of an answer about an appointment tells the appointment, or the times that were declined', async () => {
    const hook = await createHook(anna, ['appointment_set', 'appointment_answered']);
    await createHook(boris, ['appointment_set', 'appointment_answered']);
    const token = await openPortal(fixtures, anna, fixtures.lobby);
    const { body: report } = await sendReport(fixtures, token);
    const decision = { category: 'other', priority: 'normal' };
    const { id } = (await call(anna, 'POST', `/ext/reports/${report.id}/accept`, decision)).body;
    const windows = [5, 6].map((day) => ({ from: `2126-03-0${day}T08:00:00.000Z`, to: `2126-03-0${day}T10:00:00.000Z` }));
    const offer = () => call(anna, 'POST', `/ext/tickets/${id}/appointment/offers`, { windows });
    const answer = async (body: object) => {
      const path = `/ext/portal/${token}/reports/${report.id}/appointment`;
      assert.equal((await fixtures.call(undefined, 'POST', path, body)).status, 200);
    };
    await offer();
    await answer({ answer: 'declined', note: 'No' });
    await offer();
    await answer({ answer: 'accepted', ...windows[1] });
    await answer({ answer: 'declined', note: 'Ill' });
    await work();
    assert.deepEqual(
      receiver
        .bodies(hook.path)
        .map(({ type, data }) => [type, data.ticket_id === id, data.answer, data.note, data.windows, data.appointment?.from]),
      [
        ['appointment_answered', true, 'declined', 'No', windows, undefined],
        ['appointment_set', true, undefined, undefined, undefined, windows[1]?.from],
        ['appointment_answered', true, 'declined', 'Ill', null, windows[1]?.from],
      ],
    );
  });

  it('of an invitation tells project and worker', async () => {
    const hook = await createHook(anna, ['invitation']);
    const worker = await fixtures.createUser('nele', 'worker');
    await call(anna, 'POST', `/projects/${fixtures.tower}/workers`, { worker_id: worker.id });
    await work();
    const [{ data }] = receiver.bodies(hook.path);
    assert.deepEqual(
      { ...data, expires_at: '' },
      {
        project_id: fixtures.tower,
        project_name: 'Tower',
        worker: { id: worker.id, name: 'nele' },
        actor: { id: anna.id, name: 'anna' },
        expires_at: '',
      },
    );
  });

  it('of an invitation names no account that was deleted meanwhile', async () => {
    const hook = await createHook(anna, ['invitation']);
    const worker = await fixtures.createUser('olga', 'worker');
    await call(anna, 'POST', `/projects/${fixtures.tower}/workers`, { worker_id: worker.id });
    await fixtures.transaction(async (tx) => {
      await sql`delete from project_workers where worker_id = ${worker.id}`.execute(tx);
      await sql`delete from users where id = ${worker.id}`.execute(tx);
    });
    await work();
    assert.deepEqual(receiver.bodies(hook.path)[0].data.worker, { id: worker.id, name: '' });
  });

  it('of a report without an account tells where it was made', async () => {
    const hook = await createHook(anna, ['report_received']);
    await createHook(boris, ['report_received']);
    const report = { report_id: crypto.randomUUID(), object_id: fixtures.lobby, category: 'electric' };
    await fixtures.transaction((tx) =>
      deliverEvent(
        tx as never,
        fixtures.deps,
        'report_received',
        {},
        [{ kind: 'report_received', ...report }],
        anna.id,
        fixtures.now,
      ),
    );
    await work();
    assert.deepEqual(
      receiver.received.map(({ path, body }) => [path, JSON.parse(body).data]),
      [[hook.path, { project_id: fixtures.tower, ...report }]],
    );
  });

  it('of a deadline and of work that waits for its client tells which and since when', async () => {
    const hook = await createHook(anna, ['due_soon', 'confirmation_waiting']);
    const ticket_id = await fixtures.createTicketWithStatus('done');
    const { deps, now } = fixtures;
    const due = { step: 'due_soon', deadline: 'finish', by: now.toISOString() } as const;
    await fixtures.transaction(async (tx) => {
      await deliverEvent(tx as never, deps, 'deadline', due, [{ kind: 'deadline', ticket_id, ...due }], anna.id, now);
      const payload = { kind: 'confirmation_waiting', ticket_id, days: 3 };
      await deliverEvent(tx as never, deps, 'confirmation_waiting', {}, [payload], anna.id, now);
    });
    await work();
    assert.deepEqual(
      receiver
        .bodies(hook.path)
        .map(({ type, data: { ticket, project_id, ...data } }) => ({ type, status: ticket.status, data })),
      [
        { type: 'due_soon', status: 'done', data: { ticket_id, deadline: 'finish', by: now.toISOString() } },
        { type: 'confirmation_waiting', status: 'done', data: { ticket_id, days: 3 } },
      ],
    );
  });

  it('of a photo and of an attachment tells which', async () => {
    const hook = await createHook(anna, ['photo_added', 'attachment_added']);
    const ticket_id = await fixtures.createTicketWithStatus('in_progress');
    const form = multipartForm([{ name: 'tap.jpg', bytes: photo() }]);
    const send = async (url: string) => {
      const { status, body } = await fixtures.call(wanda, 'POST', url, form.body, form.headers);
      assert.equal(status, 201, JSON.stringify(body));
      return body.id as number;
    };
    const photoId = await send(`/tickets/${ticket_id}/photos`);
    const attachmentId = await send(`/ext/tickets/${ticket_id}/attachments`);
    await work();
    const [first, second, ...others] = receiver.bodies(hook.path);
    assert.deepEqual(others, []);
    const actor = { id: wanda.id, name: wanda.name };
    assert.deepEqual(
      [first.type, first.data.photo, first.data.actor],
      ['photo_added', { id: photoId, original_name: 'tap.jpg' }, actor],
    );
    const attachment = { id: attachmentId, original_name: 'tap.jpg', kind: 'report', comment_id: null };
    assert.deepEqual([second.type, second.data.attachment, second.data.actor], ['attachment_added', attachment, actor]);
    assert.deepEqual([first.data.ticket_id, second.data.ticket.id], [ticket_id, ticket_id]);
  });

  it('of an object and of a deleted project reaches its client and admins, and nobody else', async () => {
    const events = ['object_changed', 'project_deleted'];
    const [ofAnna, ofRoot, ofBoris] = [
      await createHook(anna, events),
      await createHook(root, events),
      await createHook(boris, events),
    ];
    const { body: project } = await call(anna, 'POST', '/projects', { name: 'Short-lived' });
    const { body: object } = await call(anna, 'POST', `/projects/${project.id}/objects`, { name: 'Shed', address: 'Lane 1' });
    await call(anna, 'PATCH', `/objects/${object.id}`, { address: 'Lane 2' });
    await work();
    assert.equal((await call(root, 'DELETE', `/projects/${project.id}`)).status, 200);
    await work();
    const shed = { id: object.id, name: 'Shed', is_active: true };
    for (const hook of [ofAnna, ofRoot]) {
      assert.deepEqual(
        receiver.bodies(hook.path).map(({ type, data }) => [type, data]),
        [
          ['object_changed', { project_id: project.id, change: 'created', object: { ...shed, address: 'Lane 2' } }],
          ['object_changed', { project_id: project.id, change: 'changed', object: { ...shed, address: 'Lane 2' } }],
          ['project_deleted', { project: { id: project.id, name: 'Short-lived' } }],
        ],
      );
    }
    assert.deepEqual(receiver.bodies(ofBoris.path), []);
  });

  it('of an import tells each object that it made or changed once, and nothing of a dry run and of what is the same', async () => {
    const hook = await createHook(anna, ['object_changed']);
    const send = async (rows: string[], query = '') => {
      const file = ['project,name,address,reference', ...rows].join('\n');
      const headers = { 'content-type': 'text/csv' };
      const { status, body } = await fixtures.call(anna, 'POST', `/ext/import/objects${query}`, file, headers);
      assert.equal(status, 200, JSON.stringify(body));
      return body.rows.map(({ id }: { id: number }) => id);
    };
    const rows = ['Tower,Hook house 1,Hill Road 1,HOOK-1', 'Tower,Hook house 2,Hill Road 2,HOOK-2'];
    await send(rows, '?dry_run=true');
    const [first, second] = await send(rows);
    await send(['Tower,Hook house 1,Hill Road 1a,HOOK-1', ...rows.slice(1)]);
    await work();
    const told = receiver.bodies(hook.path).map(({ type, data }) => [type, data.change, data.object.id]);
    assert.deepEqual(told, [
      ['object_changed', 'created', first],
      ['object_changed', 'created', second],
      ['object_changed', 'changed', first],
    ]);
  });

  it('of a report tells its photos when they become attachments of a ticket, new or not', async () => {
    const token = await openPortal(fixtures, anna, fixtures.lobby);
    const picture = await realPhoto({ width: 64, height: 48 });
    const reportWithPhoto = async (): Promise<string> => {
      const { status, body } = await sendReport(fixtures, token, {}, { photos: [picture] });
      assert.equal(status, 201, JSON.stringify(body));
      return body.id;
    };
    const [accepted, merged] = [await reportWithPhoto(), await reportWithPhoto()];
    const hook = await createHook(anna, ['attachment_added']);
    const ticketFields = { category: 'other', priority: 'normal' };
    const { status, body: made } = await call(anna, 'POST', `/ext/reports/${accepted}/accept`, ticketFields);
    assert.equal(status, 201, JSON.stringify(made));
    assert.equal((await call(anna, 'POST', `/ext/reports/${merged}/merge`, { ticket_id: made.id })).status, 200);
    await work();
    assert.deepEqual(
      receiver.bodies(hook.path).map(({ data: { ticket_id, attachment, actor } }) => [ticket_id, attachment.kind, actor]),
      ['report', 'comment'].map((kind) => [made.id, kind, { id: anna.id, name: anna.name }]),
    );
  });

  it('is a test when somebody asks for it, signed, before what waits, and not repeated', async () => {
    const hook = await createHook(anna, ['ticket_created']);
    receiver.answer = answerWith(500);
    await fixtures.createTicket();
    await work();
    const sent = await call(anna, 'POST', `/ext/webhooks/${hook.id}/test`);
    assert.deepEqual([sent.status, sent.body.event, sent.body.state], [200, 'test', 'pending']);
    await work();
    const [, message] = receiver.received;
    assert.deepEqual(
      Object.entries(verify(hook.secret, message as never) as object).map(([key]) => key),
      ['type', 'timestamp', 'data'],
    );
    assert.deepEqual(
      receiver.bodies(hook.path).map(({ type }) => type),
      ['ticket_created', 'test'],
    );
    const states = (await deliveriesOf(anna, hook)).map(({ event, state }: { event: string; state: string }) => [event, state]);
    assert.deepEqual(states, [
      ['ticket_created', 'pending'],
      ['test', 'failed'],
    ]);
    assert.equal((await call(anna, 'PATCH', `/ext/webhooks/${hook.id}`, { active: false })).status, 200);
    assert.equal((await call(anna, 'POST', `/ext/webhooks/${hook.id}/test`)).status, 409);
    assert.equal((await create(anna, `${receiver.url}/test`, ['test'])).status, 400);
  });

  it('is written only where a webhook wants the event', async () => {
    await createHook(anna, ['ticket_done']);
    await createHook(boris, ['ticket_created', 'comment_added']);
    await fixtures.clearDeliveries();
    const queued = async (): Promise<number> => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from deliveries where queue = 'webhooks'`.execute(
        fixtures.db.read,
      );
      return rows[0]?.n ?? -1;
    };
    await fixtures.createTicket();
    assert.equal(await queued(), 0);
    await fixtures.createTicket({}, boris, fixtures.gate);
    assert.equal(await queued(), 1);
  });
});

/** No operation does it, but an operator may. */
const moveTicket = (id: number, { id: owner }: TestUser, project: number, object: number) =>
  fixtures.transaction((tx) =>
    sql`update tickets set project_id = ${project}, client_id = ${owner}, object_id = ${object} where id = ${id}`.execute(tx),
  );

describe('the visibility of events', () => {
  it('is that of the owner: own tickets for a client, all for an admin', async () => {
    const [annas, boriss, roots] = [
      await createHook(anna, ['ticket_created']),
      await createHook(boris, ['ticket_created']),
      await createHook(root, ['ticket_created']),
    ];
    const [first, second] = [await fixtures.createTicket(), await fixtures.createTicket({}, boris, fixtures.gate)];
    await work();
    const ids = (path: string) => receiver.bodies(path).map(({ data }) => data.ticket_id);
    assert.deepEqual([ids(annas.path), ids(boriss.path), ids(roots.path)], [[first], [second], [first, second]]);
  });

  it('is decided when a message is sent: of a project that has changed hands the former owner is told nothing', async () => {
    const hook = await createHook(anna, ['ticket_created', 'ticket_canceled']);
    receiver.answer = answerWith(500);
    const id = await fixtures.createTicket();
    await call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'a mistake' });
    await work(); // the first attempt fails, and the second event waits
    assert.equal(receiver.received.length, 1);
    await moveTicket(id, boris, fixtures.yard, fixtures.gate);
    receiver.answer = accept;
    await fixtures.transaction((tx) => sql`update webhooks set next_attempt_at = now()`.execute(tx));
    await work();
    assert.equal(receiver.received.length, 1);
    assert.deepEqual(
      (await deliveriesOf(anna, hook)).map(({ state }: { state: string }) => state),
      ['dropped', 'dropped'],
    );
    await moveTicket(id, anna, fixtures.tower, fixtures.lobby);
  });

  it('ends while the account is disabled', async () => {
    const hook = await createHook(boris, ['ticket_created']);
    await fixtures.createTicket({}, boris, fixtures.gate);
    await call(root, 'PATCH', `/users/${boris.id}`, { is_active: false });
    await work();
    assert.equal(receiver.received.length, 0);
    await call(root, 'PATCH', `/users/${boris.id}`, { is_active: true });
    await fixtures.createTicket({}, boris, fixtures.gate);
    await work();
    assert.equal(receiver.bodies(hook.path).length, 1);
  });

  it('ends with the webhook: of one that is disabled nothing is recorded', async () => {
    const hook = await createHook(anna, ['ticket_created'], { active: false });
    await fixtures.createTicket();
    await work();
    assert.deepEqual(await deliveriesOf(anna, hook), []);
    await call(anna, 'PATCH', `/ext/webhooks/${hook.id}`, { active: true });
    await fixtures.createTicket();
    await work();
    assert.equal(receiver.bodies(hook.path).length, 1);
  });

  it('of deleted tickets ends with the ticket', async () => {
    const hook = await createHook(anna, ['ticket_created']);
    const id = await fixtures.createTicket();
    await work();
    await fixtures.transaction((tx) => tx.deleteFrom('tickets').where('id', '=', id).execute());
    assert.deepEqual(await deliveriesOf(anna, hook), []);
    assert.equal((await hookOf(anna, hook)).waiting, 0);
  });
});

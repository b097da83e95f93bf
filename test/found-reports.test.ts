import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deletePendingFiles } from '../src/product/files/photos/file-deletion.ts';
import { deleteExpiredTickets } from '../src/product/tickets/retention.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { multipartForm } from '../testing/photo-files.ts';
import { openPortal, sendReport } from '../testing/portal-client.ts';
import { realPhoto } from '../testing/real-photos.ts';
import { waitForLockWait } from '../testing/wait.ts';

// What a worker finds beside the work on a ticket: a report in the inbox of the client and the admins.

const day = 86_400_000;
const fixtures = await Fixtures.create({
  PORTAL_PROOF: 'false',
  MAX_REPORTS_PER_OBJECT: '6',
  MAX_REPORTS_PER_NETWORK: '100',
  TICKET_RETENTION_DAYS: '60',
});
const { root, anna, boris, wanda, ivan, tower } = fixtures;
const picture = await realPhoto({ width: 64, height: 48 });
const answer = { category: 'other', priority: 'normal' };

interface Sent {
  photos?: Buffer[];
  headers?: Record<string, string>;
}

function find(who: TestUser, ticket: number, fields: Record<string, string> = {}, { photos = [], headers = {} }: Sent = {}) {
  const parts = Object.entries({ text: 'The handrail is loose', ...fields }).map(([field, bytes]) => ({ field, bytes }));
  const files = photos.map((bytes) => ({ field: 'photo', name: 'rail.jpg', bytes }));
  const form = multipartForm([...parts, ...files]);
  return fixtures.call(who, 'POST', `/ext/tickets/${ticket}/reports`, form.body, { ...form.headers, ...headers });
}
const get = async (who: TestUser, path: string) => {
  const { status, body } = await fixtures.call(who, 'GET', path);
  assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
  return body;
};
const ok = async (who: TestUser, method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) => {
  const { status, body: answered } = await fixtures.call(who, method, path, body);
  assert(status < 300, `${method} ${path}: ${JSON.stringify(answered)}`);
  return answered;
};
/** An object of its own, with a ticket that wanda works on. */
let names = 0;
async function newPlace(): Promise<{ object: number; ticket: number }> {
  const object = await fixtures.createObject(anna, tower, `House ${++names}`);
  const ticket = await fixtures.createTicket({}, anna, object);
  for (const operation of ['take', 'start']) await ok(wanda, 'PATCH', `/tickets/${ticket}/${operation}`);
  return { object, ticket };
}
const storedKeys = async () => {
  const keys: string[] = [];
  for await (const key of fixtures.deps.storage.keys()) keys.push(key);
  return keys.length;
};

describe('POST /ext/tickets/{id}/reports', () => {
  it('makes a report in the inbox of client and admin, with who found it and during which ticket', async () => {
    const { object, ticket } = await newPlace();
    const lift = await ok(anna, 'POST', `/ext/objects/${object}/equipment`, { name: 'Lift' });
    const fields = { category: 'elevator', floor: '3', contact: 'The porter', equipment_id: String(lift.id) };
    const { status, body } = await find(wanda, ticket, fields, { photos: [picture, picture] });
    assert.equal(status, 201, JSON.stringify(body));
    const { reported_by, from_ticket_id, equipment, category, floor, contact, object_id, photos } = body;
    assert.deepEqual(
      { reported_by, from_ticket_id, equipment, category, floor, contact, object_id, photos: photos.length, status: body.status },
      {
        reported_by: { id: wanda.id, name: 'wanda' },
        from_ticket_id: ticket,
        equipment: { id: lift.id, name: 'Lift' },
        ...{ category: 'elevator', floor: '3', contact: 'The porter', object_id: object, photos: 2, status: 'open' },
      },
    );
    for (const who of [anna, root]) {
      const { items } = await get(who, `/ext/reports?from_ticket_id=${ticket}`);
      assert.deepEqual(
        items.map(({ id, reported_by: by }: typeof body) => [id, by]),
        [[body.id, reported_by]],
      );
    }
    assert.equal((await get(boris, `/ext/reports?from_ticket_id=${ticket}`)).total, 0);
    await fixtures.deliver('notifications');
    const [notification] = (await get(anna, '/ext/notifications')).items;
    assert.deepEqual([notification.event, notification.params.actor_name], ['report_received', 'wanda']);
  });

  it('is for the assigned worker while a member, in every status from assigned to closed', async () => {
    const { ticket } = await newPlace();
    for (const who of [anna, root, ivan, boris]) assert.equal((await find(who, ticket)).status, 403);
    assert.equal((await find(wanda, await fixtures.createTicket())).status, 403, 'a free ticket is nobody’s');
    assert.equal((await find(wanda, 999_999)).status, 404);
    await ok(wanda, 'PATCH', `/tickets/${ticket}/done`);
    await ok(anna, 'PATCH', `/tickets/${ticket}/confirm`);
    assert.equal((await find(wanda, ticket)).status, 201);
    await fixtures.transaction((tx) =>
      tx.deleteFrom('project_workers').where('project_id', '=', tower).where('worker_id', '=', wanda.id).execute(),
    );
    assert.equal((await find(wanda, ticket)).status, 403);
    await fixtures.addMember(tower, wanda, 'active');
  });

  it('refuses wrong fields, equipment of another object and a disabled object, and leaves no file', async () => {
    const { object, ticket } = await newPlace();
    const elsewhere = await newPlace();
    const lift = await ok(anna, 'POST', `/ext/objects/${elsewhere.object}/equipment`, { name: 'Lift' });
    const before = await storedKeys();
    const wrong: [fields: Record<string, string>, code: string][] = [
      [{ text: 'four' }, 'validation_failed'],
      [{ category: 'roof' }, 'validation_failed'],
      [{ equipment_id: 'x' }, 'validation_failed'],
      [{ equipment_id: '9999999999' }, 'validation_failed'],
      [{ equipment_id: String(lift.id) }, 'equipment_of_other_object'],
    ];
    for (const [fields, code] of wrong) {
      const { status, headers } = await find(wanda, ticket, fields, { photos: [picture] });
      assert.deepEqual([status, headers['error-code']], [400, code], JSON.stringify(fields));
    }
    assert.equal((await find(wanda, ticket, {}, { photos: Array(4).fill(picture) })).status, 400);
    await ok(anna, 'PATCH', `/objects/${object}`, { is_active: false });
    assert.equal((await find(wanda, ticket)).status, 409);
    await ok(anna, 'PATCH', `/objects/${object}`, { is_active: true });
    assert.equal((await find(wanda, ticket, { category: '', equipment_id: '' })).status, 201);
    await deletePendingFiles(fixtures.deps);
    assert.equal(await storedKeys(), before);
  });

  it('sent again with its Idempotency-Key makes one report, also when both are sent at once', async () => {
    const { ticket } = await newPlace();
    const sent = { photos: [picture, picture, picture], headers: { 'idempotency-key': crypto.randomUUID() } };
    const first = await find(wanda, ticket, {}, sent);
    const again = await find(wanda, ticket, {}, sent);
    assert.deepEqual([again.status, again.body, again.headers['idempotency-replayed']], [201, first.body, 'true']);
    assert.equal((await find(wanda, ticket, { text: 'Another one' }, sent)).status, 409);
    const keyed = { headers: { 'idempotency-key': crypto.randomUUID() } };
    await Promise.all([1, 2, 3].map(() => find(wanda, ticket, {}, keyed)));
    assert.equal((await get(anna, `/ext/reports?from_ticket_id=${ticket}`)).total, 2);
  });

  it('has a daily number for each object, apart from that of reports without an account', async () => {
    const { object, ticket } = await newPlace();
    const token = await openPortal(fixtures, anna, object);
    const sent = await Promise.all(Array.from({ length: 8 }, () => find(wanda, ticket)));
    assert.equal(sent.filter(({ status }) => status === 201).length, 6);
    const refused = sent.filter(({ status }) => status === 429);
    assert(refused.length === 2 && refused.every(({ headers }) => Number(headers['retry-after']) > 0));
    assert.equal((await sendReport(fixtures, token)).status, 201);
    fixtures.advanceClock(day + 1_000);
    assert.equal((await find(wanda, ticket)).status, 201);
  });

  it('names the admin who acts for the worker', async () => {
    const { ticket } = await newPlace();
    const { status, body } = await find(root, ticket, {}, { headers: { 'act-for': wanda.id } });
    assert.deepEqual([status, body.reported_by], [201, { id: root.id, name: 'root' }]);
  });
});

describe('what a worker found', () => {
  it('accepted, it becomes a ticket about the equipment that follows from the other one, with photos of the worker', async () => {
    const { object, ticket } = await newPlace();
    const lift = await ok(anna, 'POST', `/ext/objects/${object}/equipment`, { name: 'Lift' });
    const { body } = await find(wanda, ticket, { equipment_id: String(lift.id) }, { photos: [picture] });
    const created = await ok(anna, 'POST', `/ext/reports/${body.id}/accept`, answer);
    const link = async (id: number) => {
      const [{ kind, direction, ticket: other }] = (await get(anna, `/ext/tickets/${id}/links`)).items;
      return [kind, direction, other.id];
    };
    assert.deepEqual(await link(ticket), ['follow_up', 'out', created.id]);
    assert.deepEqual(await link(created.id), ['follow_up', 'in', ticket]);
    assert.equal((await get(anna, `/ext/tickets/${created.id}`)).equipment.id, lift.id);
    const [attached] = (await get(anna, `/ext/tickets/${created.id}/attachments`)).items;
    assert.deepEqual([attached.kind, attached.author_id, attached.author_name], ['report', wanda.id, 'wanda']);
  });

  it('is accepted without a link when the other ticket is deleted meanwhile, or has no room for a link', async () => {
    const { ticket } = await newPlace();
    const [late, full] = [(await find(wanda, ticket)).body.id, (await find(wanda, ticket)).body.id];
    await fixtures.transaction(async (tx) => {
      const others = await tx.selectFrom('tickets').select('id').where('id', '<>', ticket).execute();
      const kinds = ['related', 'duplicate', 'blocks', 'follow_up'] as const;
      const links = others.flatMap(({ id }) => kinds.map((kind) => ({ from_id: ticket, to_id: id, kind })));
      while (links.length < 200) {
        const id = await fixtures.createTicket();
        links.push(...kinds.map((kind) => ({ from_id: ticket, to_id: id, kind })));
      }
      await tx.insertInto('ticket_links').values(links.slice(0, 200)).execute();
    });
    const unlinked = await ok(anna, 'POST', `/ext/reports/${full}/accept`, answer);
    assert.equal((await get(anna, `/ext/tickets/${unlinked.id}/links`)).total, 0);
    let accepting: Promise<{ id: number }> | undefined;
    await fixtures.transaction(async (tx) => {
      await tx.deleteFrom('tickets').where('id', '=', ticket).execute();
      accepting = ok(anna, 'POST', `/ext/reports/${late}/accept`, answer);
      await waitForLockWait(fixtures.db);
    });
    const created = await accepting;
    assert.equal((await get(anna, `/ext/tickets/${created?.id}/links`)).total, 0);
  });

  it('added to a ticket it is a comment that says so without a name', async () => {
    const { object, ticket } = await newPlace();
    const open = await fixtures.createTicket({}, anna, object);
    const { body } = await find(wanda, ticket, { floor: '2' }, { photos: [picture] });
    await ok(anna, 'POST', `/ext/reports/${body.id}/merge`, { ticket_id: open });
    const [comment] = (await get(anna, `/ext/tickets/${open}/comments`)).items;
    assert.equal(comment.text, 'Found by a worker during another job:\nThe handrail is loose\nFloor: 2');
  });

  it('is listed at its ticket with what became of it, for client, admin and assigned worker', async () => {
    const { ticket } = await newPlace();
    const { body } = await find(wanda, ticket);
    await ok(anna, 'POST', `/ext/reports/${body.id}/dismiss`, { reason: 'It is being replaced' });
    for (const who of [anna, root, wanda]) {
      const [item] = (await get(who, `/ext/tickets/${ticket}/reports`)).items;
      assert.deepEqual([item.id, item.status, item.reason], [body.id, 'dismissed', 'It is being replaced']);
    }
    assert.equal((await fixtures.call(boris, 'GET', `/ext/tickets/${ticket}/reports`)).status, 403);
    assert.equal((await fixtures.call(ivan, 'GET', `/ext/tickets/${ticket}/reports`)).status, 403);
  });

  it('has no public page, and lets nobody without an account answer about appointments', async () => {
    const { object, ticket } = await newPlace();
    const token = await openPortal(fixtures, anna, object);
    const { body } = await find(wanda, ticket);
    assert.equal((await fixtures.call(undefined, 'GET', `/r/${token}/${body.id}`)).status, 404);
    const created = await ok(anna, 'POST', `/ext/reports/${body.id}/accept`, answer);
    const at = (hours: number) => new Date(fixtures.now.getTime() + day + hours * 3_600_000).toISOString();
    const windows = [
      { from: at(0), to: at(1) },
      { from: at(2), to: at(3) },
    ];
    const offered = await fixtures.call(anna, 'POST', `/ext/tickets/${created.id}/appointment/offers`, { windows });
    assert.deepEqual([offered.status, offered.headers['error-code']], [409, 'ticket_without_report']);
  });

  it('stays when the ticket during which it was found is removed, and keeps the name of a deleted account', async () => {
    const { ticket } = await newPlace();
    const { body } = await find(wanda, ticket);
    await ok(wanda, 'PATCH', `/tickets/${ticket}/done`);
    await ok(anna, 'PATCH', `/tickets/${ticket}/confirm`);
    await fixtures.transaction((tx) =>
      tx.updateTable('portal_reports').set({ reported_by: null }).where('id', '=', body.id).execute(),
    );
    fixtures.advanceClock(61 * day);
    await deleteExpiredTickets(fixtures.deps);
    const { items } = await get(root, '/ext/reports?status=open');
    const kept = items.find(({ id }: { id: string }) => id === body.id);
    assert.deepEqual([kept.from_ticket_id, kept.reported_by], [null, { id: '', name: 'wanda' }]);
  });
});
